import { demoKeys, keyIdForm, type ProtocolKeys, type ProviderName, secretForm } from '@maru/provider-protocol'
import { z } from 'zod'
import type { Database, Tx } from '../ports.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey } from '../secrets.ts'
import type { ProviderAccess } from './transport.ts'

/** The process that plays the providers of demo sites: its address, and the secret that both sides derive keys from. */
export interface Sandbox {
  readonly url: string
  readonly secret: string
  /** Where it takes mails. */
  readonly smtpPort: number
  /** It listens on all addresses of the machine, as the product does. */
  readonly isEverywhere: boolean
}

const Key = z.object({
  id: z.string().regex(keyIdForm),
  secret: z.string().regex(secretForm),
  until: z.int().positive().optional(),
})
const Keys = z
  .array(Key)
  .min(1)
  .max(2)
  .transform((keys) => keys as unknown as ProtocolKeys)
const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** How an operator writes a provider down. Keys travel over TLS, except on this machine. */
export const ProviderSettings = z.object({
  baseUrl: z
    .url()
    .max(300)
    .refine((text) => {
      const { protocol, hostname, search, hash, username } = new URL(text)
      const isSafe = protocol === 'https:' || (protocol === 'http:' && isHere.test(hostname))
      return isSafe && search === '' && hash === '' && username === ''
    }, 'is no https:// address without a query')
    .transform((text) => text.replace(/\/+$/, '')),
  call: Keys,
  webhook: Keys,
  /** So long what moved may be in the books and on no statement, or the other way round. */
  transitMs: z.int().min(3_600_000).max(2_592_000_000).optional(),
})
export type ProviderSettings = z.output<typeof ProviderSettings>

/** Changes reach a running server within this time. */
const keptMs = 5_000

interface Kept {
  readonly access: ProviderAccess | null
  readonly at: number
}

/** Where each site's providers are reached. A row of the site decides; without one, the sandbox plays the providers of a demo site. */
export class ProviderConfigurations {
  private readonly kept = new Map<string, Kept>()
  private readonly box: SealedBox
  private readonly setup: {
    readonly db: Database
    readonly now: () => number
    /** Null where no sandbox plays the site's providers. */
    readonly sandboxOf: (siteId: number) => Sandbox | null
  }

  constructor(tokenSecret: string, setup: ProviderConfigurations['setup']) {
    this.box = providerBox(tokenSecret)
    this.setup = setup
  }

  async of(siteId: number, name: ProviderName): Promise<ProviderAccess | null> {
    const key = `${siteId} ${name}`
    const kept = this.kept.get(key)
    const now = this.setup.now()
    if (kept !== undefined && now >= kept.at && now - kept.at < keptMs) return kept.access
    const stored = await this.setup.db.tenant(siteId, (tx) => readStored(tx, this.box, siteId, name))
    const access = stored?.settings ?? this.played(siteId, name)
    this.kept.set(key, { access, at: now })
    return access
  }

  private played(siteId: number, name: ProviderName): ProviderAccess | null {
    const sandbox = this.setup.sandboxOf(siteId)
    if (sandbox === null) return null
    const { url, secret, isEverywhere } = sandbox
    return { baseUrl: `${url}/providers/${siteId}/${name}`, ...demoKeys(secret, siteId, name), isEverywhere }
  }
}

export const providerBox = (tokenSecret: string): SealedBox => new SealedBox(derivedKey(tokenSecret, 'provider-keys'))

const placeOf = (siteId: number, name: ProviderName) => `provider_config.sealed ${siteId} ${name}`

/** A provider of a site as it is written down. */
export interface Stored {
  readonly settings: ProviderSettings
  readonly updatedAt: number
}

/** A site's own provider; null: it has none of its own. */
export async function readStored(tx: Tx, box: SealedBox, siteId: number, name: ProviderName): Promise<Stored | null> {
  const [row] = await tx.query<{ base_url: string; sealed: Buffer; updated_at: string }>(
    'select base_url, sealed, updated_at from provider_config where site_id = $1 and provider = $2',
    [siteId, name],
  )
  if (row === undefined) return null
  const keys: unknown = JSON.parse(box.open(row.sealed, placeOf(siteId, name)))
  const settings = ProviderSettings.parse({ baseUrl: row.base_url, ...(keys as object) })
  return { settings, updatedAt: Number(row.updated_at) }
}

/** Writes a site's provider down, its keys sealed. */
export async function writeSettings(
  tx: Tx,
  box: SealedBox,
  {
    siteId,
    name,
    settings,
    now,
  }: {
    readonly siteId: number
    readonly name: ProviderName
    readonly settings: ProviderSettings
    readonly now: number
  },
): Promise<void> {
  const { baseUrl, ...keys } = settings
  await tx.query(
    `insert into provider_config (site_id, provider, base_url, sealed, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (site_id, provider) do update
       set base_url = excluded.base_url, sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [siteId, name, baseUrl, box.close(JSON.stringify(keys), placeOf(siteId, name)), now],
  )
}
