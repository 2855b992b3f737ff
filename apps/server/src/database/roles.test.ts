import pg from 'pg'
import { expect, test } from 'vitest'
import { asRole } from './index.ts'

test.each([
  ['postgres://owner:secret@db.example:5433/maru?application_name=x', 'db.example'],
  ['postgres://db.example/maru?user=owner&password=secret', 'db.example'],
  ['postgres:///maru?host=/run/postgresql&user=owner', '/run/postgresql'],
  ['postgres://owner@%2Frun%2Fpostgresql/maru', '/run/postgresql'],
])(
  'the API connects as its own role, never as the owner, whatever form the address has: %s',
  (connectionString, host) => {
    const client = new pg.Client(asRole({ connectionString }, 'maru_api', 'x'.repeat(32)))
    expect(client).toMatchObject({ user: 'maru_api', host, database: 'maru' })
    expect(client.password).not.toBe('secret')
    expect(client.password).toMatch(/^[\w-]{43}$/)
  },
)
