# How parts of a sentence are joined.

list-and = { $first } and { $second }
list-or = { $first } or { $second }
list-more = { $first }, { $second }
list-apart = { $first }; { $second }

# A piece that is given for another one.
piece-given = { KIND($kind, form: "a") }

# Several pieces of one kind, in the place of each by itself.
pieces-several = { $count ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
   *[other] { $count }
} { KIND($kind, form: "many") }
