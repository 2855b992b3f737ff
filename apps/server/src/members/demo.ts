import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Deps } from '../deps.ts'
import type { Tx } from '../ports.ts'
import { phoneField, totpField } from './me.ts'
import { hashPassword } from './passwords.ts'
import { Seal } from './seal.ts'
import { insertMember, type MemberKind, memberByUsername } from './store.ts'

type SeedDeps = Pick<Deps, 'config' | 'db' | 'clocks'>

export const demoPassword = 'demo-pass-2026'
const demoTotpSecret = 'JBSWY3DPEHPK3PXP'

/** Ids below 100,000 are not handed out by the sequence. */
const sites = [
  {
    id: 1,
    code: 'maru',
    name: '마루',
    domains: [],
    language: 'ko',
    guestLanguage: 'ko',
    flags: '000001',
    accent: null,
  },
  {
    id: 15,
    code: 'maru-en',
    name: 'Maru EN',
    domains: [],
    language: 'en',
    guestLanguage: 'en',
    flags: '000001',
    accent: '#2f7df6',
  },
  {
    id: 25,
    code: 'maru-intl',
    name: '마루 인터내셔널',
    domains: [],
    language: 'ko',
    guestLanguage: 'en',
    flags: '000001',
    accent: '#0aa37f',
  },
  {
    id: 33,
    code: 'maru-global',
    name: 'Maru Global',
    domains: [],
    language: 'en',
    guestLanguage: 'en',
    flags: '000001',
    accent: '#8b5cf6',
  },
] as const

interface Person {
  readonly id: number
  readonly username: string
  readonly nick: string
  readonly name: string
  readonly kind: MemberKind
}

const people: readonly Person[] = [
  ...[1, 2, 3, 4, 5].map(
    (n): Person => ({ id: 1000 + n, username: `demo${n}`, nick: `데모${n}`, name: '김마루', kind: 'MEMBER' }),
  ),
  { id: 1101, username: 'admin', nick: '총괄운영', name: '총괄운영', kind: 'STAFF' },
  { id: 1102, username: 'finance', nick: '재무담당', name: '재무담당', kind: 'STAFF' },
  { id: 1103, username: 'cs', nick: '고객지원', name: '고객지원', kind: 'STAFF' },
  { id: 1104, username: 'partner1', nick: '파트너1', name: '이파트', kind: 'PARTNER' },
]

/** A login made for an installation that others can reach; shown once. */
export interface StaffLogin {
  readonly username: string
  readonly password: string
  readonly totpSecret: string
}

/**
 * Writes the demo sites, members, staff and partner; what is there already stays as it is. When others than this machine
 * can reach the server, staff and partner get random passwords and secrets, returned once to be printed.
 * Wallets are opened by `openMissingAccounts` once the core runs.
 */
export async function seedDemo({ config, db, clocks }: SeedDeps): Promise<readonly StaffLogin[]> {
  const seal = new Seal(config.tokenSecret)
  const open = config.demoPublic || isLoopback(config.host)
  const made: StaffLogin[] = []
  const sharedHash = await hashPassword(demoPassword)
  const logins = await Promise.all(
    people.map(async (person) => {
      if (open || person.kind === 'MEMBER')
        return { hash: sharedHash, password: demoPassword, totpSecret: demoTotpSecret }
      const password = randomBytes(15).toString('base64url')
      return { hash: await hashPassword(password), password, totpSecret: new Secret({ size: 20 }).base32 }
    }),
  )
  await db.system(async (tx) => {
    for (const site of sites) await insertSite(tx, site)
    const partnerId = 1204
    await insertPartner(
      tx,
      { siteId: 1, id: partnerId, code: 'PARTNER1', name: '마루 파트너', memberId: 1104 },
      clocks.wall(),
    )
    for (const [index, person] of people.entries()) {
      const login = logins[index]
      if (login === undefined || (await memberByUsername(tx, 1, person.username)) !== null) continue
      const phone = `010-0000-${String(person.id).padStart(4, '0')}`
      await insertMember(tx, {
        siteId: 1,
        id: person.id,
        username: person.username,
        nick: person.nick,
        name: person.name,
        email: '',
        phoneSealed: seal.close(phone, phoneField(1, person.id)),
        phoneHash: seal.phoneHash(1, phone),
        bankSealed: null,
        addressSealed: null,
        passwordHash: login.hash,
        kind: person.kind,
        status: 'ACTIVE',
        totpSealed: person.kind === 'MEMBER' ? null : seal.close(login.totpSecret, totpField(1, person.id)),
        marketing: null,
        inflow: null,
        partnerId: null,
        createdAt: clocks.wall(),
      })
      if (!open && person.kind !== 'MEMBER') {
        made.push({ username: person.username, password: login.password, totpSecret: login.totpSecret })
      }
    }
  })
  return made
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)

async function insertSite(tx: Tx, site: (typeof sites)[number]): Promise<void> {
  await tx.query(
    `insert into site (id, code, name, domains, language, guest_language, flags, live_chat, accent)
     values ($1, $2, $3, $4, $5, $6, $7, false, $8) on conflict do nothing`,
    [site.id, site.code, site.name, site.domains, site.language, site.guestLanguage, site.flags, site.accent],
  )
}

interface NewPartner {
  readonly siteId: number
  readonly id: number
  readonly code: string
  readonly name: string
  readonly memberId: number
}

async function insertPartner(tx: Tx, partner: NewPartner, now: number): Promise<void> {
  await tx.query(
    `insert into partner (site_id, id, code, name, member_id, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [partner.siteId, partner.id, partner.code, partner.name, partner.memberId, now],
  )
}
