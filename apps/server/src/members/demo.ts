import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '@maru/contract'
import { kstMonday } from '@maru/core'
import { Secret } from 'otpauth'
import type { Deps } from '../deps.ts'
import { addTerms, insertPartner } from '../partners/index.ts'
import type { Tx } from '../ports.ts'
import { setPerson } from './identity-store.ts'
import { birthField, phoneField, totpField } from './me.ts'
import { hashPassword, ownAddress, verifyPassword } from './passwords.ts'
import { Seal } from './seal.ts'
import { insertStaff } from './staff.ts'
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
    flags: '101101', // every product line
    accent: null,
    footer: null,
  },
  {
    id: 15,
    code: 'maru-en',
    name: 'Maru EN',
    domains: [],
    language: 'en',
    guestLanguage: 'en',
    flags: '000001',
    accent: '#b14ad6',
    footer: null,
  },
  {
    id: 25,
    code: 'maru-intl',
    name: '마루 인터내셔널',
    domains: [],
    language: 'ko',
    guestLanguage: 'en',
    flags: '000001',
    accent: '#0aa39a',
    footer: null,
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
    footer: ['trade', 'wallet', 'search', 'more'],
  },
] as const

interface Person {
  readonly id: number
  readonly username: string
  readonly nick: string
  readonly name: string
  readonly kind: MemberKind
  /** Whose code he signed up with. */
  readonly partnerId?: number
  /** Of staff, with the sites that they run. */
  readonly role?: StaffRole
  readonly siteIds?: readonly number[]
}

function member(n: number): Person {
  return { id: 1000 + n, username: `demo${n}`, nick: `데모${n}`, name: '김마루', kind: 'MEMBER' }
}

/** One below the other. */
const partners = [
  { id: 1203, code: 'HANBIT', name: '한빛', memberId: 1110, parentId: null, feePpm: 400_000, rollPpm: 8_000 },
  { id: 1204, code: 'PARTNER1', name: '마루 파트너', memberId: 1104, parentId: 1203, feePpm: 300_000, rollPpm: 6_000 },
] as const

/** Money and rules of all demo sites are theirs; support answers for its own. */
function staff(id: number, username: string, nick: string, role: StaffRole): Person {
  return { id, username, nick, name: nick, kind: 'STAFF', role, siteIds: role === 'CS' ? [1] : [1, 15, 25, 33] }
}

const people: readonly Person[] = [
  ...[1, 2, 3, 4, 5].map(member),
  staff(1101, 'admin', '총괄운영', 'SUPER'),
  staff(1105, 'admin2', '총괄운영2', 'SUPER'),
  staff(1106, 'operator', '사이트운영', 'SITE'),
  staff(1107, 'operator2', '사이트운영2', 'SITE'),
  staff(1102, 'finance', '재무담당', 'FINANCE'),
  staff(1108, 'finance2', '재무담당2', 'FINANCE'),
  staff(1103, 'cs', '고객지원', 'CS'),
  staff(1109, 'audit', '감사담당', 'AUDIT'),
  { id: 1104, username: 'partner1', nick: '파트너1', name: '이파트', kind: 'PARTNER' },
  { id: 1110, username: 'hanbit', nick: '한빛', name: '문한빛', kind: 'PARTNER' },
  // Whom the second partner brought.
  ...Array.from({ length: 12 }, (_, n) => ({ ...member(6 + n), partnerId: partners[1].id })),
]

/** Whether this is a published demo sign-in. With DEMO=0 it opens nothing, though an earlier start with DEMO=1 may have left its member. */
export const isPublishedLogin = (username: string, password: string): boolean =>
  password === demoPassword && people.some((person) => person.username === username)

/** A login made for an installation that others can reach; shown once. */
export interface StaffLogin {
  readonly username: string
  readonly password: string
  readonly totpSecret: string
}

/**
 * Writes the demo sites, members, staff and partner; existing rows stay as they are. When others than this machine
 * can reach the server, staff and partners get passwords and secrets of their own, returned once to be printed; those of
 * them who still have the well-known ones from a start on this machine only get new ones too.
 * Wallets are opened when the API starts.
 */
export async function seedDemo({ config, db, clocks }: SeedDeps): Promise<readonly StaffLogin[]> {
  const seal = new Seal(config.tokenSecret, config.lookupKeys)
  const now = clocks.wall()
  const wellKnown = config.demoPublic || isLoopback(config.host)
  const known = await db.system(async (tx) => {
    await Promise.all(sites.map((site) => insertSite(tx, site)))
    for (const partner of partners) await openPartner(tx, partner, now)
    const found = await Promise.all(people.map(({ username }) => memberByUsername(tx, siteId, username)))
    await Promise.all(people.map((person, n) => (found[n] === null ? null : grant(tx, person))))
    return found
  })

  const made: StaffLogin[] = []
  let sharedHash: string | null = null
  for (const [n, person] of people.entries()) {
    const there = known[n] ?? null
    const isOwn = person.kind !== 'MEMBER' && !wellKnown
    if (there !== null && !(isOwn && (await verifyPassword(demoPassword, there.passwordHash, ownAddress)))) continue
    if (isOwn) {
      const login = ownLogin(person.username)
      const hash = await hashPassword(login.password, ownAddress)
      await db.system((tx) =>
        there === null ? insert(tx, person, hash, login.totpSecret) : renew(tx, person, hash, login),
      )
      made.push(login)
    } else {
      sharedHash ??= await hashPassword(demoPassword, ownAddress)
      const hash = sharedHash
      await db.system((tx) => insert(tx, person, hash, person.kind === 'MEMBER' ? null : demoTotpSecret))
    }
  }
  return made

  async function insert(tx: Tx, person: Person, passwordHash: string, totpSecret: string | null): Promise<void> {
    const { id, username, nick, name, kind } = person
    const phone = `010-0000-${String(id).padStart(4, '0')}`
    await insertMember(tx, {
      siteId,
      id,
      username,
      nick,
      name,
      kind,
      passwordHash,
      email: '',
      phoneSealed: seal.close(phone, phoneField(siteId, id)),
      phoneHash: seal.phoneHash(siteId, phone),
      phoneEnd: seal.phoneEndHash(siteId, phone),
      phoneVerifiedAt: now,
      emailVerifiedAt: null,
      bankSealed: null,
      addressSealed: null,
      status: 'ACTIVE',
      totpSealed: totpSecret === null ? null : seal.close(totpSecret, totpField(siteId, id)),
      marketing: null,
      inflow: null,
      partnerId: person.partnerId ?? null,
      createdAt: now,
    })
    if (kind === 'MEMBER') {
      // Members of the demo are verified: each is a person of his own.
      const personHash = createHash('sha256').update(`demo person ${id}`).digest()
      const birthSealed = seal.close('1990-01-01', birthField(siteId, id))
      await setPerson(tx, siteId, id, { name, personHash, birthSealed }, now)
    }
    await grant(tx, person)
  }

  /** Installations of before roles get theirs at the next start. */
  async function grant(tx: Tx, { id: memberId, role, siteIds }: Person): Promise<void> {
    if (role !== undefined && siteIds !== undefined) await insertStaff(tx, { siteId, memberId, role, siteIds }, now)
  }

  async function renew(tx: Tx, { id }: Person, hash: string, login: StaffLogin): Promise<void> {
    await tx.query('update member set password_hash = $3, totp_sealed = $4 where site_id = $1 and id = $2', [
      siteId,
      id,
      hash,
      seal.close(login.totpSecret, totpField(siteId, id)),
    ])
    await tx.query(
      `update login_session set ended_at = $3, end_reason = 'PASSWORD_CHANGED'
        where site_id = $1 and member_id = $2 and ended_at is null`,
      [siteId, id, now],
    )
  }
}

const siteId = 1

const ownLogin = (username: string): StaffLogin => ({
  username,
  password: randomBytes(15).toString('base64url'),
  totpSecret: new Secret({ size: 20 }).base32,
})

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)

async function insertSite(tx: Tx, site: (typeof sites)[number]): Promise<void> {
  await tx.query(
    `insert into site (id, code, name, domains, language, guest_language, flags, live_chat, accent, footer)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9) on conflict do nothing`,
    [
      site.id,
      site.code,
      site.name,
      site.domains,
      site.language,
      site.guestLanguage,
      site.flags,
      site.accent,
      site.footer,
    ],
  )
}

/** Opens a partner, once. */
async function openPartner(tx: Tx, partner: (typeof partners)[number], now: number): Promise<void> {
  const { id, code, name, memberId, parentId, feePpm, rollPpm } = partner
  const [known] = await tx.query('select from partner where site_id = $1 and id = $2', [siteId, id])
  if (known === undefined) await insertPartner(tx, { siteId, id, code, name, memberId, status: 'ACTIVE' }, now)
  // Terms of an installation of before stood under nobody and earned nothing.
  const [agreed] = await tx.query('select from partner_terms where site_id = $1 and id = $2', [siteId, termsId(id)])
  // The demo's clock may start at any time.
  const terms = { fromDay: kstMonday(0), parentId, feePpm, rollPpm, lossPpm: 0 }
  if (agreed === undefined) await addTerms(tx, { siteId, id: termsId(id), partnerId: id }, terms, now)
}

/** Above the partner's own number, which his terms of before had. */
const termsId = (partnerId: number): number => partnerId + 100
