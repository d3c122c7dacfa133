-- As 0174 has it for the other tables of every recording: the rows of this hour stay on their pages, which are half empty.
ALTER TABLE source_work SET (fillfactor = 45);
