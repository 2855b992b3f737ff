import { consoleRecordEndpoints } from '@maru/contract'
import type { ValuedPosition } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import {
  betColumns,
  deskList,
  fillColumns,
  orderColumns,
  positionColumns,
  requestColumns,
} from '../desk-lists/index.ts'
import { futuresOptionsOf } from '../futures/index.ts'
import { periodOf } from '../http/filters.ts'
import { optionFinder, Refused } from '../http/index.ts'
import { memberById } from '../members/index.ts'
import { overseaOptionsOf } from '../oversea/index.ts'
import { roundOptionsOf } from '../rounds/index.ts'
import type { Site } from '../sites/index.ts'
import { betList, dnwList, fillList, orderList, positionList, type Whose } from './lists.ts'
import type { BookOptions } from './shown.ts'

/** What a member did, as staff read it: stakes, orders, fills and positions of every line, and his money in and out. */
export function registerRecords(app: FastifyInstance, deps: Deps): void {
  const { db, reads } = deps

  deskList(app, deps, consoleRecordEndpoints.deskMemberDnw, requestColumns, async (call) =>
    dnwList(await whoseOf(call), call.query),
  )

  deskList(app, deps, consoleRecordEndpoints.deskMemberBets, betColumns, async (call) => {
    const whose = await whoseOf(call)
    const { kind } = call.query
    const options = await roundOptionsOf(deps, whose.siteId)
    const wanted = options.filter(({ type }) => type.startsWith('B') === (kind === 'BINARY')).map(({ id }) => id)
    return betList(whose, call.query, kind === undefined ? null : wanted, optionFinder(options))
  })

  deskList(app, deps, consoleRecordEndpoints.deskMemberOrders, orderColumns, async (call) =>
    orderList(await whoseOf(call), call.query, await optionsOf(call.site)),
  )
  deskList(app, deps, consoleRecordEndpoints.deskMemberFills, fillColumns, async (call) =>
    fillList(await whoseOf(call), call.query, await optionsOf(call.site)),
  )
  deskList(app, deps, consoleRecordEndpoints.deskMemberPositions, positionColumns, async (call) => {
    const whose = await whoseOf(call)
    return positionList(whose, call.query, await optionsOf(call.site), await valuedOf(whose))
  })

  /** Staff of the site are no members of it; another site's member is unknown here. */
  async function whoseOf({ params, query, site }: Asking): Promise<Whose> {
    const row = await db.tenant(site.id, (tx) => memberById(tx, site.id, params.id))
    if (row === null || row.kind === 'STAFF') throw new Refused('USER_NOT_FOUND')
    return { siteId: site.id, memberId: row.id, ...periodOf(query) }
  }

  async function valuedOf({ siteId, memberId }: Whose): Promise<ReadonlyMap<number, ValuedPosition>> {
    const [perpetuals, overseas] = await Promise.all([
      reads.ask('futures.valued', { siteId, memberId }),
      reads.ask('oversea.valued', { siteId, memberId }),
    ])
    return new Map([...perpetuals.value, ...overseas.value].map((one) => [one.positionId, one]))
  }

  async function optionsOf({ id }: Site): Promise<BookOptions> {
    const [futures, oversea] = await Promise.all([futuresOptionsOf(deps, id), overseaOptionsOf(deps, id)])
    return { futures: optionFinder(futures), oversea }
  }
}

interface Asking {
  readonly site: Site
  readonly params: { readonly id: number }
  readonly query: { readonly startDate?: string | undefined; readonly endDate?: string | undefined }
}
