/** Paths of the protocol behind a provider's base address. */
import type { CallKind } from './calls.ts'

export const callPath = (kind: CallKind): string => `/v1/${kind}`
export const statusPath = (idempotencyKey: string): string => `/v1/calls/${encodeURIComponent(idempotencyKey)}`
export const confirmationPath = (providerRef: string): string => `/v1/deposits/${encodeURIComponent(providerRef)}`
export const statementPath = (day: string, account: string, next: string | null): string =>
  `/v1/statements/${day}?account=${encodeURIComponent(account)}${next === null ? '' : `&next=${encodeURIComponent(next)}`}`
/** Where a site's provider tells its events. */
export const webhookPath = (provider: string, siteId: number): string =>
  `/api/provider/${provider}/webhook?siteInfoId=${siteId}`
