import { providerMember } from '@maru/core'
import type { ProviderName } from '@maru/provider-protocol'
import type { Deps } from '../deps.ts'
import { ask } from '../outgoing/index.ts'
import type { CallListener } from './couriers.ts'
import type { FactDispatcher } from './dispatcher.ts'
import type { ProviderAnswer } from './port.ts'

/** A member's account at a provider, as the provider says. */
export interface Registration {
  readonly registered: boolean
  readonly balance: string | null
  readonly at: number
}

/** What is younger is not asked for again. */
const freshMs = 30_000
const waitMs = 2_500
const lookEveryMs = 50

interface Place {
  readonly siteId: number
  readonly provider: ProviderName
  readonly memberId: number
}

/** Accounts of members at providers: asked for by calls that leave beside the request, and kept. */
export class Registrations {
  private readonly deps: Pick<Deps, 'db' | 'bus' | 'clocks'>

  constructor(deps: Pick<Deps, 'db' | 'bus' | 'clocks'>) {
    this.deps = deps
  }

  /** What the provider says now, or said last where it does not answer in a moment; null: it never said anything. */
  async check(place: Place): Promise<Registration | null> {
    const known = await this.read(place)
    const now = this.deps.clocks.wall()
    if (known !== null && now - known.at < freshMs) return known
    const id = `check-${place.provider}-${place.memberId}-${Math.floor(now / freshMs)}`
    await this.send(place, id, { onlyCheck: true })
    return this.newerThan(place, known?.at ?? 0, () => true)
  }

  /** Opens an account at the provider, once a key; null: it did not say so within a moment. */
  async open(place: Place, key: string, value: string | undefined): Promise<Registration | null> {
    const known = await this.read(place)
    if (known?.registered) return known
    await this.send(place, `register-${place.provider}-${key}`, {
      onlyCheck: false,
      ...(value === undefined ? {} : { value }),
    })
    return this.newerThan(place, 0, ({ registered }) => registered)
  }

  /** Takes over what a call of this room came to. */
  readonly heard: CallListener = async ({ siteId, provider, payload }, answer) => {
    if (payload['call'] !== 'register' || answer.outcome !== 'DONE') return
    const { member } = payload['body'] as { member: string }
    const { result } = answer as ProviderAnswer<'register'>
    if (result !== null) await this.write(siteId, provider, member, result)
  }

  /** Takes over what providers tell of accounts by themselves. */
  takeFacts(facts: FactDispatcher): void {
    facts.on('member', async ({ siteId, provider, told }) => {
      await this.write(siteId, provider, told.member, told)
      return null
    })
  }

  private send({ siteId, provider, memberId }: Place, id: string, more: object): Promise<void> {
    const { db, bus, clocks } = this.deps
    const payload = { call: 'register', body: { member: providerMember(siteId, memberId), ...more } }
    return db
      .system((tx) => ask(tx, { siteId, id, kind: 'provider-call', provider, payload }, clocks.wall()))
      .then(() => bus.publish('outgoing', null))
  }

  /** Waits a moment for what the provider says; then what it said last. */
  private async newerThan(
    place: Place,
    at: number,
    fits: (found: Registration) => boolean,
  ): Promise<Registration | null> {
    const until = performance.now() + waitMs
    for (;;) {
      const found = await this.read(place)
      if ((found !== null && found.at > at && fits(found)) || performance.now() > until) return found
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }

  private async read({ siteId, provider, memberId }: Place): Promise<Registration | null> {
    const [row] = await this.deps.db.tenant(siteId, (tx) =>
      tx.query<{ registered: boolean; balance: string | null; at: string }>(
        'select registered, balance, at from provider_member where site_id = $1 and provider = $2 and member_id = $3',
        [siteId, provider, memberId],
      ),
    )
    return row === undefined ? null : { ...row, at: Number(row.at) }
  }

  private async write(
    siteId: number,
    provider: string,
    member: string,
    { registered, balance }: { readonly registered: boolean; readonly balance?: string | undefined },
  ): Promise<void> {
    const memberId = Number(member.split('-')[2])
    if (member !== providerMember(siteId, memberId)) return
    await this.deps.db.system((tx) =>
      tx.query(
        `insert into provider_member (site_id, provider, member_id, registered, balance, at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (site_id, provider, member_id) do update
           set registered = excluded.registered, balance = excluded.balance, at = excluded.at`,
        [siteId, provider, memberId, registered, balance ?? null, this.deps.clocks.wall()],
      ),
    )
  }
}
