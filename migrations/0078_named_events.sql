-- The events of deliveries are a CHECK, which changes with its table alone, and a table is not written again while the release
-- before still runs. An event of a later release is a row of `test` with its name here.
ALTER TABLE webhook_deliveries ADD COLUMN named_event TEXT;
