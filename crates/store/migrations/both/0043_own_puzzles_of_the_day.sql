-- What one person solved is found without reading what everybody did, also what they had help with.
CREATE INDEX daily_solved_by_person ON daily_solved (person);
