"""Records Swiss tournaments as py4swiss pairs them, for the tests to compare with.

    pip install py4swiss==0.3.1
    python record_swiss.py TOURNAMENTS SEED >recorded/swiss.txt

Players and results are drawn by chance, the same for the same seed. A tournament is a line `players rounds w|b`, with the side of the first
player in the first round, a line of those who block each other, and a line for each round:

    4z 12h 1-9:1 10-2:= 3-11:0 13-5:+ 6-14:- 7-15:n 8u

4 is absent, 12 has a half-point bye, 1 beats 9 with White, 10 draws with 2, 11 beats 3 with Black, 13 wins with White without a game, 14 with
Black, neither 7 nor 15 comes, and 8 has the pairing-allocated bye. The games stand in the order of the boards.
"""

import random
import sys

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

POINTS = {"1": 10, "+": 10, "U": 10, "=": 5, "H": 5}
# What White and Black have of a game, by how it is written here.
GAMES = {"1": "10", "0": "01", "=": "==", "+": "+-", "-": "-+", "n": "--"}


class Tournament:
    """A tournament that is being played."""

    def __init__(self, chance):
        self.chance = chance
        self.count = chance.randint(9, 64)
        self.rounds = chance.randint(5, 9)
        self.white_first = chance.random() < 0.5
        self.ratings = sorted((chance.gauss(1500, 300) for _ in range(self.count)), reverse=True)
        self.results = [[] for _ in range(self.count)]
        # How often something out of the ordinary happens; in some tournaments nothing does.
        self.unrest = chance.choice([0, 0, 0.02, 0.06, 0.15])
        late = chance.choice([0, 0, 0.1])
        self.begins = [chance.randint(2, 4) if chance.random() < late else 1 for _ in range(self.count)]
        self.gone = set()
        blocks = chance.choice([0, 0, 1, 3, self.count // 3])
        self.apart = {tuple(sorted(chance.sample(range(1, self.count + 1), 2))) for _ in range(blocks)}

    def absences(self, number):
        """Who is absent from a round, with what they have of it."""
        absent = {}
        for player in range(1, self.count + 1):
            if player in self.gone or self.begins[player - 1] > number:
                absent[player] = "Z"
            elif self.chance.random() < self.unrest:
                absent[player] = self.chance.choice("HHZ")
                if self.chance.random() < 0.2:
                    self.gone.add(player)
        return absent

    def report(self, absent):
        """The tournament as py4swiss takes it."""
        players = [
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=index + 1,
                points_times_ten=sum(POINTS.get(result.result.value, 0) for result in results),
                rank=index + 1,
                results=results,
            )
            for index, results in enumerate(self.results)
        ]
        extra = XSection(
            number_of_rounds=self.rounds,
            zeroed_ids=set(absent),
            configuration=XSectionConfiguration(first_round_color=self.white_first),
            forbidden_pairs=self.apart,
        )
        return ParsedTrf(player_sections=players, x_section=extra)

    def outcome(self, white, black):
        """How a game comes out."""
        if self.chance.random() < self.unrest / 2:
            return self.chance.choice("+-+-n")
        expected = 1 / (1 + 10 ** ((self.ratings[black - 1] - self.ratings[white - 1]) / 400))
        draw = self.chance.choice([0.05, 0.3]) * min(expected, 1 - expected) * 2
        drawn = self.chance.random()
        if drawn < draw:
            return "="
        return "1" if drawn < draw + (1 - draw) * expected else "0"

    def note(self, player, opponent, colour, result):
        self.results[player - 1].append(
            RoundResult(id=opponent, color=ColorToken(colour), result=ResultToken(result))
        )

    def play(self, number):
        """Plays a round and gives its line."""
        absent = self.absences(number)
        if self.count - len(absent) < 4:
            return None
        try:
            pairings = DutchEngine.generate_pairings(self.report(absent))
        except PairingError:
            return None
        words = []
        for player, result in sorted(absent.items()):
            self.note(player, 0, "-", result)
            words.append(f"{player}{result.lower()}")
        for pairing in pairings:
            if pairing.black == 0:
                self.note(pairing.white, 0, "-", "U")
                words.append(f"{pairing.white}u")
                continue
            outcome = self.outcome(pairing.white, pairing.black)
            own, other = GAMES[outcome]
            self.note(pairing.white, pairing.black, "w", own)
            self.note(pairing.black, pairing.white, "b", other)
            words.append(f"{pairing.white}-{pairing.black}:{outcome}")
        return " ".join(words)


def main():
    tournaments, seed = int(sys.argv[1]), int(sys.argv[2])
    for index in range(tournaments):
        tournament = Tournament(random.Random(f"{seed} {index}"))
        lines = []
        for number in range(1, tournament.rounds + 1):
            line = tournament.play(number)
            if line is None:
                break
            lines.append(line)
        print(tournament.count, tournament.rounds, "w" if tournament.white_first else "b")
        print("apart", *(f"{one}-{other}" for one, other in sorted(tournament.apart)))
        print("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
