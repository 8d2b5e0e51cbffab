# How a piece of a game from a file moves: the parts of a sentence that begins with its name, such as "moves one square along diagonals or
# straight forward".

movement-number = { $number ->
        [1] one
        [2] two
        [3] three
        [4] four
        [5] five
        [6] six
       *[other] { $number }
    }

# How far: one square, up to so many, or as far as the line is free.
movement-any-distance = any distance
movement-distance = { $most ->
        [1] one square
       *[other] up to { $number } squares
    }
movement-slide = { $distance } { $directions }

# In which directions, as the piece's own side sees it.
movement-everywhere = in any direction
    .lines = along ranks, files and diagonals
movement-straight = along ranks and files
    .forward = straight forward
    .back = straight back
    .sideways = sideways
    .left = to its left
    .right = to its right
movement-diagonal = along diagonals
    .forward = diagonally forward
    .back = diagonally back
    .left = diagonally to its left
    .right = diagonally to its right
    .forward-left = diagonally forward to its left
    .forward-right = diagonally forward to its right
    .back-left = diagonally back to its left
    .back-right = diagonally back to its right

# Leaps: straight and diagonal ones, and those with a bend like the knight's, by how far they go along the file and to the side.
movement-leap = { $number } squares { $directions }
movement-bent = { $far } squares one way and { $near } to the side
    .both = { $ranks_squares } forward or back and { $files } to the side
    .forward = { $ranks_squares } forward and { $files } to the side
    .back = { $ranks_squares } back and { $files } to the side
    .left = { $files_squares } to its left and { $ranks } forward or back
    .right = { $files_squares } to its right and { $ranks } forward or back
    .forward-left = { $ranks_squares } forward and { $files } to its left
    .forward-right = { $ranks_squares } forward and { $files } to its right
    .back-left = { $ranks_squares } back and { $files } to its left
    .back-right = { $ranks_squares } back and { $files } to its right
movement-squares = { $count ->
        [1] one square
       *[other] { $number } squares
    }
movement-over = { $leaps }, over whatever stands between
movement-again = { $leaps } again and again in the same direction until it meets a piece
    .at-most = { $leaps } up to { $number } times in the same direction until it meets a piece

# The verbs: moves and captures in the same way, or as a part of a sentence that has a verb.
movement-moves = moves { $ways }
movement-leaps = leaps { $ways }
movement-by-leaping = by leaping { $ways }
movement-or = { $first }, or { $second }

# To move and to capture are not the same.
movement-without-capture = moves { $moves }, and never captures
movement-to-capture = moves only to capture: { $takes }
movement-otherwise = moves { $moves }, but captures { $takes }
movement-also-moves = { $both }; without capturing it also moves { $moves }
movement-also-captures = { $both }; to capture it also moves { $takes }
movement-also-otherwise = { $both }; without capturing it also moves { $moves }, and to capture { $takes }

# What is possible only at first.
movement-first = { $told }; from where such a piece begins it also { $more }
    .only = moves only from where such a piece begins: it { $more }
movement-first-ways = { $ways }
    .moves = { $ways }, without capturing
    .takes = { $ways }, only to capture

# What no letters can say.
movement-bomber = slides along ranks and files and captures by flying over the first enemy in its way to the empty square right behind it; it may also hop exactly two squares, capturing the enemies that it hops over and lands on
movement-extended-bomber = slides along ranks and files and captures by flying over the first enemy in its way to any of the empty squares behind it, if the one right behind is empty; it may also hop exactly two squares, capturing the enemies that it hops over and lands on
movement-ninja = moves one or two squares { $directions }, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over
movement-ninja-pawn = waits in the hand until it is dropped, then moves one square up or sideways, on its own half any distance up, and captures one square diagonally up, beyond the middle also sideways
movement-special-also = { $special }; it also { $more }, and then captures only what it lands on

# The ordinary pawn, by the rule of its game.
movement-pawn = moves { $steps }, and captures one square diagonally forward{ $passing ->
        [yes] , also en passant
       *[no] {""}
    }
movement-sliding-pawn = { $pawn }; when an enemy stands straight ahead it may also step diagonally ahead to an empty square, without capturing
movement-pawn-forward = { $distance } forward
    .more = { $steps }, or up to { $number } from { $ranks }
    .less = { $steps }, but only { $number } from { $ranks }
    .none = { $steps }, but not from { $ranks }
    .back = { $steps }, or one square back
movement-ranks = { $count ->
        [one] rank { $white } (Black { $black })
       *[other] ranks { $white } (Black { $black })
    }

# What else there is to know of a piece.
movement-castles = { $told }, and castles with a { KIND($rook) }
    .never = { $told }, and never castles
movement-spares-kings = { $told }; it never captures a King
movement-freezes = { $told }; it freezes the enemies next to it, which then cannot move, capture, give check or guard
movement-brakes = { $told }; it brakes the enemies next to it
movement-whole = { $told }.
