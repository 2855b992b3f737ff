/** What the house asks of providers outside, whoever they are. One port; each provider of a site is one implementation of it. */
import type { CallBody, CallKind, CallResult, Confirmation, ProviderName, Statement } from '@maru/provider-protocol'

/**
 * What became of a call. PENDING: taken over; DONE and FAILED are final. UNKNOWN: nobody can say (time-out, broken connection, 5xx, an
 * answer without a good signature): only a status query or a statement resolves it.
 */
export interface ProviderAnswer<K extends CallKind = CallKind> {
  readonly outcome: 'PENDING' | 'DONE' | 'FAILED' | 'UNKNOWN'
  readonly providerRef: string | null
  /** The provider's reason, or why the outcome is not known. For the log and the desk. */
  readonly detail: string | null
  readonly result: CallResult<K> | null
}

/** The provider does not know what was asked for: its signed 404. */
export const absent = 'ABSENT'
export type Absent = typeof absent

/** Pages of providers that a member's browser opens by a signed link. */
export type ProviderPage = 'charge' | 'login' | 'pay' | 'qr'

export interface Provider {
  readonly name: ProviderName
  readonly siteId: number
  /** So long what moved may be in the books and on no statement, or the other way round. */
  readonly transitMs: number
  /** Never throws for what happens outside: that is UNKNOWN. The same key is executed once, however often it is sent. */
  call<K extends CallKind>(
    kind: K,
    body: Omit<CallBody<K>, 'idempotencyKey'>,
    key: { readonly idempotencyKey: string },
  ): Promise<ProviderAnswer<K>>
  /** What became of a key; ABSENT: it never arrived, so that it may be sent again within the provider's retention (72 h). */
  status<K extends CallKind>(kind: K, idempotencyKey: string): Promise<ProviderAnswer<K> | Absent>
  /** Asks whether money that a webhook told of is really there; null where the provider cannot be asked now. */
  confirmation(providerRef: string): Promise<Confirmation | Absent | null>
  /** The whole statement of a day (KST) of one account, all pages; null where it cannot be had now or does not add up. */
  statement(day: string, account: string): Promise<Omit<Statement, 'next'> | null>
  /** A signed link to a page of the provider; no call is made. Epoch ms until which it opens. `seenAs`: the host that the browser reaches the product by. */
  link(
    page: ProviderPage,
    query: Readonly<Record<string, string>>,
    seenAs: string,
  ): { readonly url: string; readonly expiresAt: number }
}

export interface Providers {
  /** A site's provider, or null where it has none of that name. */
  of(siteId: number, name: ProviderName): Promise<Provider | null>
}
