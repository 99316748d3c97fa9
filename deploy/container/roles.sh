#!/bin/sh
# Makes the database and its two logins when the volume is new: one for migrations, one for the server.
set -eu
psql -v ON_ERROR_STOP=1 -v admin="$ADMIN_PASSWORD" -v web="$WEB_PASSWORD" -U "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE resonanz_admin LOGIN CREATEROLE PASSWORD :'admin';
CREATE DATABASE resonanz OWNER resonanz_admin;
CREATE ROLE resonanz_app NOLOGIN;
GRANT resonanz_app TO resonanz_admin WITH ADMIN OPTION;
CREATE ROLE resonanz_web LOGIN PASSWORD :'web' IN ROLE resonanz_app;
SQL
