import { providerEndpoints, type WalletType, walletCurrency } from '@maru/contract'
import { byMember, type IdempotencyKey } from '@maru/core'
import type { ProviderName } from '@maru/provider-protocol'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, type Member, Refused, route } from '../http/index.ts'
import type { Provider, Providers, Registrations } from '../providers/index.ts'
import { amountOf } from './amounts.ts'
import type { MoneyParts } from './parts.ts'
import { verifiedRow } from './verified.ts'

/** What the calls of payment providers take over from the providers' room. */
export interface ProviderParts extends Pick<MoneyParts, 'secondFactor'> {
  readonly providers: Providers
  readonly registrations: Registrations
}

interface Charge {
  readonly walletType: WalletType
  readonly won?: string | undefined
}

/** The calls of payment providers. None of them calls outside: what leaves is written down and made beside them. */
export function registerProviderCalls(app: FastifyInstance, deps: Deps, parts: ProviderParts): void {
  const providerFor = async ({ siteId }: Member, name: ProviderName): Promise<Provider> => {
    const provider = await parts.providers.of(siteId, name)
    if (provider === null) throw new Refused('PURCHASE_METHOD_UNSUPPORTED')
    return provider
  }

  const check = async (member: Member, name: ProviderName) => {
    await providerFor(member, name)
    const { siteId, memberId } = member
    return registeredWire(await parts.registrations.check({ siteId, provider: name, memberId }))
  }
  route(app, deps, providerEndpoints.paykiwoomCheck, ({ member }) => check(member, 'paykiwoom'))
  route(app, deps, providerEndpoints.paycoinCheck, ({ member }) => check(member, 'paycoin'))
  route(app, deps, providerEndpoints.paycoinPlayer, ({ member }) => check(member, 'paycoin'))
  route(app, deps, providerEndpoints.bitdexCheck, ({ member }) => check(member, 'bitdex'))

  const open = async (member: Member, name: ProviderName, { key }: IdempotencyKey, value: string | undefined) => {
    await providerFor(member, name)
    const { siteId, memberId } = member
    const found = await parts.registrations.open({ siteId, provider: name, memberId }, key, value)
    return { registered: found?.registered ?? false }
  }
  route(app, deps, providerEndpoints.paykiwoomSignup, ({ member, idempotency, body }) =>
    open(member, 'paykiwoom', idempotency, body.value),
  )
  route(app, deps, providerEndpoints.paycoinSignup, ({ member, idempotency, body }) =>
    open(member, 'paycoin', idempotency, body.value),
  )

  /** The provider is asked for the money once the request is committed; it is credited when the provider tells that it came. */
  const charge = async (member: Member, name: ProviderName, { walletType, won }: Charge, key: IdempotencyKey) => {
    await providerFor(member, name)
    const row = await verifiedRow(deps, member)
    const reply = await deps.core.submit({
      kind: 'applyDeposit',
      ...byMember(member, key),
      walletType,
      point: amountOf(won, 'KRW'),
      depositor: row.name,
      houseSub: name,
      provider: name,
      flags: [],
    })
    return new CoreAnswer(reply)
  }
  route(app, deps, providerEndpoints.paykiwoomSend, ({ member, body, idempotency }) =>
    charge(member, 'paykiwoom', body, idempotency),
  )
  route(app, deps, providerEndpoints.dhSafetySignup, ({ member, body, idempotency }) =>
    charge(member, 'dh-safety', body, idempotency),
  )
  route(app, deps, providerEndpoints.paycoinSend, ({ member, body, idempotency }) =>
    charge(member, 'paycoin', body, idempotency),
  )
  route(app, deps, providerEndpoints.bitdexSell, async ({ member, body, idempotency }) => {
    const { siteId, memberId } = member
    const { walletType, otp } = body
    await providerFor(member, 'bitdex')
    const point = amountOf(body.point, walletCurrency[walletType])
    if (point <= 0n) throw new Refused('WITHDRAW_AMOUNT_REQUIRED')
    const row = await verifiedRow(deps, member)
    // A repeat is answered with what became of the first one, whose code is used.
    if ((await deps.core.storedReply(siteId, memberId, idempotency.key)) === null)
      await parts.secondFactor.checkMoneyOut(row, idempotency.key, otp)
    const reply = await deps.core.submit({
      kind: 'applyWithdrawal',
      ...byMember(member, idempotency),
      walletType,
      point,
      accountId: null,
      account: '',
      payee: row.name,
      houseSub: 'bitdex',
    })
    return new CoreAnswer(reply)
  })
  route(app, deps, providerEndpoints.bitdexSend, ({ member, body, idempotency }) =>
    charge(member, 'bitdex', body, idempotency),
  )
}

const registeredWire = (found: { readonly registered: boolean; readonly balance: string | null } | null) => ({
  registered: found?.registered ?? false,
  ...(found?.balance == null ? {} : { balance: found.balance }),
})
