import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decimalsOf, formatMinor, kstDay } from '@maru/core'
import { emptySum, liabilityLeaf, type SumNode, sign, sumParents, toHex } from '@maru/evidence'
import type { EvidenceKeys, SigningKey } from '../evidence/index.ts'
import type { Database, Tx } from '../ports.ts'
import { type Owed, owedOf } from './owed.ts'
import { inSlices, slice } from './slices.ts'

interface Leaf extends Owed {
  readonly salt: string
  readonly node: SumNode
}

const saltBytes = 16

/**
 * States what each site owes its members, once in each month (KST): the first run in a month counts. Returns how many statements it
 * wrote. `now`: wall clock. A site that owes nothing yet states nothing.
 */
export async function stateLiabilities(
  db: Database,
  keys: EvidenceKeys,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const month = kstDay(now).slice(0, 7)
  const key = await keys.current()
  const due = await db.system((tx) => dueSites(tx, month))
  let written = 0
  for (const siteId of due) {
    if (signal.aborted) break
    written += await db.system((tx) => stateSite(tx, siteId, { month, at: now, key }), 'long')
  }
  return written
}

async function dueSites(tx: Tx, month: string): Promise<number[]> {
  const rows = await tx.query<{ site_id: string }>(
    `select distinct site_id from wallet w
     where not exists (select from liability_statement s where s.site_id = w.site_id and s.month = $1) order by 1`,
    [month],
  )
  return rows.map(({ site_id }) => Number(site_id))
}

interface Issue {
  readonly month: string
  readonly at: number
  readonly key: SigningKey
}

async function stateSite(tx: Tx, siteId: number, issue: Issue): Promise<number> {
  const byCurrency = Map.groupBy(await owedOf(tx, siteId), ({ currency }) => currency)
  for (const [currency, owed] of byCurrency) await stateCurrency(tx, siteId, currency, owed, issue)
  return byCurrency.size
}

async function stateCurrency(tx: Tx, siteId: number, currency: string, owed: readonly Owed[], issue: Issue) {
  const { month, at, key } = issue
  // In the order of their hashes, which the salts decide: a place tells nothing about whose it is.
  const leaves = await sorted(await inSlices(owed, (some) => some.map((one) => leafOf(siteId, month, one))))
  let nodes: readonly SumNode[] = leaves.map(({ node }) => node)
  await writeNodes(tx, { siteId, month, currency, level: 0 }, nodes, leaves)
  for (let level = 1; nodes.length > 1; level++) {
    nodes = await inSlices(nodes, sumParents)
    await writeNodes(tx, { siteId, month, currency, level }, nodes, null)
  }
  const root = nodes[0] ?? emptySum()
  const statement = {
    siteId,
    month,
    currency,
    scale: decimalsOf(currency),
    at,
    leafCount: leaves.length,
    total: formatMinor(root.sum, currency),
    root: toHex(root.hash),
    keyId: key.keyId,
  }
  await tx.query(
    `insert into liability_statement (site_id, month, currency, at, leaf_count, total, root, key_id, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [siteId, month, currency, at, leaves.length, root.sum, root.hash, key.keyId, sign(statement, key.secretKey)],
  )
}

/** Leaves in the order of their hashes: those of each first byte are sorted in a turn of their own. */
async function sorted(leaves: readonly Leaf[]): Promise<Leaf[]> {
  const byFirst: Leaf[][] = Array.from({ length: 256 }, () => [])
  for (const leaf of leaves) byFirst[leaf.node.hash[0]!]!.push(leaf)
  const order: Leaf[] = []
  for (const some of byFirst) {
    for (const leaf of some.sort((a, b) => Buffer.compare(a.node.hash, b.node.hash))) order.push(leaf)
    if (some.length > 0) await nextTurn()
  }
  return order
}

function leafOf(siteId: number, month: string, owed: Owed): Leaf {
  const salt = randomBytes(saltBytes).toString('hex')
  return { ...owed, salt, node: liabilityLeaf(salt, leafContent(siteId, month, owed), sumOf(owed)) }
}

const sumOf = ({ parts }: Owed): bigint => Object.values(parts).reduce((sum, part) => sum + part, 0n)

/** What is hashed of a member's leaf. */
export const leafContent = (siteId: number, month: string, owed: Owed) => {
  const { memberId, currency, parts } = owed
  const decimals = Object.entries(parts).map(([name, amount]) => [name, formatMinor(amount, currency)])
  return {
    siteId,
    memberId,
    month,
    currency,
    parts: Object.fromEntries(decimals) as Record<string, string>,
    amount: formatMinor(sumOf(owed), currency),
  }
}

interface Place {
  readonly siteId: number
  readonly month: string
  readonly currency: string
  readonly level: number
}

async function writeNodes(
  tx: Tx,
  place: Place,
  nodes: readonly SumNode[],
  leaves: readonly Leaf[] | null,
): Promise<void> {
  for (let from = 0; from < nodes.length; from += slice) {
    const some = nodes.slice(from, from + slice)
    const whose = leaves?.slice(from, from + slice)
    await tx.query(
      `insert into liability_node (site_id, month, currency, level, index, hash, sum, member_id, salt, parts)
       select $1, $2, $3, $4, $5 + place - 1, hash, sum, member_id, salt, parts
       from unnest($6::bytea[], $7::numeric[], $8::bigint[], $9::text[], $10::jsonb[])
         with ordinality as n (hash, sum, member_id, salt, parts, place)`,
      [
        place.siteId,
        place.month,
        place.currency,
        place.level,
        from,
        some.map(({ hash }) => hash),
        some.map(({ sum }) => sum),
        whose?.map(({ memberId }) => memberId) ?? some.map(() => null),
        whose?.map(({ salt }) => salt) ?? some.map(() => null),
        whose?.map(({ parts }) => JSON.stringify(textsOf(parts))) ?? some.map(() => null),
      ],
    )
  }
}

const textsOf = (parts: Owed['parts']) =>
  Object.fromEntries(Object.entries(parts).map(([name, amount]) => [name, String(amount)]))
