-- What is written and removed again to find out whether a disk that was full has room. Empty at all other times.
CREATE TABLE trials (
    filler BLOB NOT NULL
);
