/**
 * The usual way of writing such a platform, as a process of its own: Fastify with a JSON schema, a signed token checked at each call, and one
 * transaction a stake over eight connections. It keeps the key of a call and its answer as the product does, and nothing else of the product.
 */
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { jwtVerify } from 'jose'
import pg from 'pg'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openAll } from '../../../apps/server/src/database/index.ts'
import { derivedKey } from '../../../apps/server/src/secrets.ts'
import { firstMember } from '../support/house.ts'

const [dataDir = '', port = '0', members = '0'] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir }, dataDir)
const opened = await openAll({ config, progress: () => undefined, onError: console.error })
process.once('exit', opened.abandon)
const key = derivedKey(config.tokenSecret, 'access-token')

const pool = new pg.Pool({ ...opened.owner, max: 8 })
await pool.query(`
  drop schema if exists plain cascade;
  create schema plain;
  create table plain.wallet (member_id bigint primary key, posted bigint not null, reserved bigint not null);
  create table plain.bet (id bigint generated always as identity primary key, round_id bigint not null, member_id bigint not null,
    side text not null, point bigint not null, status smallint not null, accepted_at timestamptz not null);
  create index on plain.bet (round_id, status);
  create index on plain.bet (member_id, id desc);
  create table plain.reply (member_id bigint, key uuid, body_hash text not null, body jsonb not null, primary key (member_id, key))`)
await pool.query(
  `insert into plain.wallet select $1::bigint + n, 100000000, 0 from generate_series(0, $2::int - 1) n`,
  [firstMember, members],
)

interface Stake {
  readonly point: string
  readonly tradeRoundId: number
  readonly type: 'B' | 'S'
}
const body = {
  type: 'object',
  required: ['point', 'tradeRoundId', 'type'],
  properties: {
    point: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
    tradeRoundId: { type: 'integer' },
    type: { enum: ['B', 'S'] },
  },
}

const app = Fastify()
app.get('/readyz', () => ({}))
app.post<{ Body: Stake }>('/api/trade/history/betting', { schema: { body } }, async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
  const memberId = Number(payload.sub)
  const asked = request.headers['idempotency-key']
  const { point, tradeRoundId, type } = request.body
  const client = await pool.connect()
  try {
    await client.query('begin')
    const known = await client.query({
      name: 'known',
      text: 'select body from plain.reply where member_id = $1 and key = $2',
      values: [memberId, asked],
    })
    if (known.rows.length > 0) {
      await client.query('commit')
      return known.rows[0].body
    }
    const taken = await client.query({
      name: 'take',
      text: 'update plain.wallet set reserved = reserved + $2 where member_id = $1 and posted - reserved >= $2 returning posted - reserved as left',
      values: [memberId, point],
    })
    if (taken.rows.length === 0) {
      await client.query('rollback')
      return reply.code(400).send({ code: 'BALANCE_INSUFFICIENT' })
    }
    const acceptedAt = new Date()
    const bet = await client.query({
      name: 'bet',
      text: 'insert into plain.bet (round_id, member_id, side, point, status, accepted_at) values ($1, $2, $3, $4, 0, $5) returning id',
      values: [tradeRoundId, memberId, type, point, acceptedAt],
    })
    const answer = {
      id: Number(bet.rows[0].id),
      tradeRoundId,
      type,
      point,
      acceptedAt: acceptedAt.getTime(),
      left: taken.rows[0].left,
    }
    const bodyHash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex')
    await client.query({
      name: 'reply',
      text: 'insert into plain.reply values ($1, $2, $3, $4)',
      values: [memberId, asked, bodyHash, answer],
    })
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
  await opened.close()
  process.exit(0)
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
