import { hash } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { jcs } from '@maru/evidence'
import type { Database } from '../ports.ts'

/** Where the state of the tick log is witnessed outside the database. */
export interface Timestamper {
  readonly kind: 'local' | 'rfc3161'
  /** Shown on the evidence page. */
  readonly note: string
  /** Witnesses a digest (hex SHA-256) of `statement`. */
  stamp(digest: string, statement: unknown, at: number): Promise<void>
}

/** DEMO: a line in a file of DATA_DIR. It proves nothing to a stranger, and says so. */
export function localTimestamper(dataDir: string): Timestamper {
  const file = join(dataDir, 'timestamps.jsonl')
  return {
    kind: 'local',
    note: '모의 환경: 외부 시점확인(RFC 3161) 대신 이 서버의 파일에 기록합니다.',
    async stamp(digest, statement, at) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await appendFile(file, `${JSON.stringify({ at, digest, statement })}\n`, { mode: 0o600 })
    },
  }
}

/** Witnesses the newest chain value of every instrument's tick log: nothing before it can change any more. */
export async function stampChains(db: Database, timestamper: Timestamper, instruments: readonly string[], at: number) {
  const heads = await chainHeads(db, instruments)
  if (heads.length > 0) await timestamper.stamp(hash('sha256', jcs(heads), 'hex'), heads, at)
}

async function chainHeads(db: Database, instruments: readonly string[]) {
  const rows = await db.system((tx) =>
    tx.query<{ instrument: string; minute: string; chain_no: string; chain: Buffer }>(
      `select i.name as instrument, l.minute, l.chain_no, l.chain
       from unnest($1::text[]) as i (name)
       cross join lateral (
         select minute, chain_no, chain from tick_log where instrument = i.name order by chain_no desc limit 1
       ) l
       order by i.name`,
      [instruments],
    ),
  )
  return rows.map((row) => ({
    instrument: row.instrument,
    minute: Number(row.minute),
    chainNo: Number(row.chain_no),
    chain: row.chain.toString('hex'),
  }))
}
