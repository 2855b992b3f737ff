import { consoleRequestEndpoints, type Payee } from '@maru/contract'
import type { DnwRow } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { actOnMember, type Seal } from '../members/index.ts'
import type { Tx } from '../ports.ts'
import { bankName } from './banks.ts'
import type { MoneyParts } from './parts.ts'
import { payoutTargetOf } from './payout-accounts.ts'
import { dnwById } from './store.ts'

/** Whoever pays a request reads the holder and the whole account: with a reason, which stands in the log of the member. */
export function registerPayee(app: FastifyInstance, deps: Deps, { seal }: Pick<MoneyParts, 'seal'>): void {
  route(app, deps, consoleRequestEndpoints.deskPayee, async (call) => {
    const request = await dnwById(deps.db.alone(call.site.id), call.site.id, call.params.id)
    if (request === null) throw new Refused('HISTORY_NOT_FOUND')
    const about = { ...call, params: { id: request.memberId } }
    const { row } = await actOnMember(deps, about, async () => ({ said: { requestId: request.id } }))
    return deps.db.tenant(call.site.id, (tx) => payeeOf(tx, seal, request, row.name))
  })
}

async function payeeOf(tx: Tx, seal: Seal, request: DnwRow, memberName: string): Promise<Payee> {
  const { siteId, memberId, accountId, counterparty } = request
  const nameless = { name: counterparty || memberName, account: null, place: null, tag: null }
  const target = accountId === null ? null : await payoutTargetOf(tx, seal, siteId, memberId, accountId)
  if (target === null) return nameless
  const { bank, coin } = target.to
  if (bank) return { name: bank.holder, account: bank.number, place: bankName(bank.bank), tag: null }
  return { ...nameless, account: coin.address, place: `${coin.coin} · ${coin.network}`, tag: coin.tag ?? null }
}
