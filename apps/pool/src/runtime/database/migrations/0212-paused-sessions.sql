-- Every process that takes miners asks for the newest of these every few seconds, and the table grows for ever.
CREATE INDEX operator_decisions_of_pauses ON operator_decisions (id) WHERE kind IN ('pause-sessions', 'resume-sessions');
