-- The role whose people may make tournaments and open ladders, besides those who manage the server.
ALTER TABLE servers ADD COLUMN organisers BIGINT;
