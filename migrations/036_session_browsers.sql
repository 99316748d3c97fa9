-- What the list of signed-in devices calls a browser (R74): two names from a short list of ours, never the header itself.
ALTER TABLE login_sessions
  ADD COLUMN browser text CHECK (length(browser) <= 20),
  ADD COLUMN system text CHECK (length(system) <= 20);
