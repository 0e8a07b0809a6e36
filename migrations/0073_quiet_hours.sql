-- Hours of the day in which no digest leaves, in a time zone such as Europe/Berlin ('' for UTC). What is due then waits.
ALTER TABLE digests ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 23);
ALTER TABLE digests ADD COLUMN quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 23);
ALTER TABLE digests ADD COLUMN zone TEXT NOT NULL DEFAULT '';
