#!/bin/bash
# Copies the primary once, then follows it under the name that synchronous_standby_names has.
set -euo pipefail
export PGDATA=/var/lib/postgresql/data
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup -h database -U replicator -D "$PGDATA" -R -X stream; do sleep 1; done
  chmod 700 "$PGDATA"
  echo "primary_conninfo = 'host=database user=replicator password=$PGPASSWORD application_name=replica'" >> "$PGDATA/postgresql.auto.conf"
fi
exec postgres
