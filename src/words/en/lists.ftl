# How parts of a sentence are joined.

list-and = { $first } and { $second }
list-or = { $first } or { $second }
list-more = { $first }, { $second }
list-apart = { $first }; { $second }
