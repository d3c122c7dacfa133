-- Work that was accepted after its coin had been closed: counted, and in no round's window.
CREATE TABLE uncredited_work (
  coin text NOT NULL,
  algorithm text NOT NULL,
  work numeric(78, 0) NOT NULL CHECK (work > 0),
  shares bigint NOT NULL CHECK (shares > 0),
  PRIMARY KEY (coin, algorithm)
);
