import type { WalletType } from '@maru/contract'
import { byMember, type Command, type GivenQuote } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import { wallOf } from '../../uses.ts'
import type { SimMember } from '../../world.ts'

type Exchange = Extract<Command, { kind: 'convert' | 'transferOwn' | 'transferToMember' }>

const wallets: readonly WalletType[] = ['BINARY', 'FUTURES', 'USDT', 'BTC', 'ETH', 'XRP', 'BINARY', 'FUTURES']

/** What members do with money inside a site: they convert it, at quotes too, and give it to themselves and to one another. */
export class ExchangeMembers {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]
  /** Quotes that members got, the newest last. */
  #quotes: { readonly member: SimMember; readonly quote: GivenQuote }[] = []
  #sent: Exchange[] = []

  constructor(random: Random, house: House, members: readonly SimMember[]) {
    this.#random = random
    this.#house = house
    this.#members = members
  }

  act(): void {
    const dice = this.#random.int(0, 99)
    if (dice < 40) this.#convert()
    else if (dice < 62) this.#convertAtQuote()
    else if (dice < 76) this.#own()
    else if (dice < 92) this.#give()
    else if (this.#sent.length > 0) this.#house.command(this.#random.pick(this.#sent))
  }

  #convert(): void {
    const member = this.#random.pick(this.#members)
    const [from, to] = this.#pair()
    const point = this.#amount(member, from)
    this.#send({ kind: 'convert', ...byMember(member, this.#key('convert')), from, to, point, quote: null })
  }

  /** At a quote of now or of before, whoever's it was; now and then for something else than it says. */
  #convertAtQuote(): void {
    const random = this.#random
    if (random.chance(75) || this.#quotes.length === 0) this.#ask()
    const given = random.chance(75) ? this.#quotes.at(-1) : this.#quotes.length > 0 && random.pick(this.#quotes)
    if (!given) return
    const { member, quote } = given
    const { from, to, point } = quote
    const other = random.chance(4) ? { point: point + 1n } : {}
    const command = { kind: 'convert', ...byMember(member, this.#key('convert')), from, to, point, quote } as const
    this.#send({ ...command, ...other })
  }

  #ask(): void {
    const { core, now } = this.#house
    const member = this.#random.pick(this.#members)
    const [from, to] = this.#pair()
    const point = this.#amount(member, from)
    const offer = core.ask('money.offer', { siteId: member.siteId, from, to, point }, now)
    if (!offer) return
    const { mid, spreadPpm, quoteMs } = offer
    const wall = wallOf(now)
    const price = { numerator: mid.numerator, denominator: mid.denominator, spreadPpm }
    const times = { issuedAt: wall, expiresAt: wall + quoteMs }
    const quote = { id: this.#random.hex(8), from, to, point, ...price, ...times }
    this.#quotes = [...this.#quotes.slice(-5), { member, quote }]
  }

  #own(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const [from, to] = random.chance(85)
      ? random.pick([['FUTURES', 'USDT'] as const, ['USDT', 'FUTURES'] as const])
      : this.#pair()
    const point = this.#amount(member, from)
    this.#send({ kind: 'transferOwn', ...byMember(member, this.#key('transfer')), from, to, point })
  }

  #give(): void {
    const random = this.#random
    const member = random.pick(this.#members)
    const { memberId: receiverId } = random.pick(this.#members)
    const walletType = random.pick(wallets)
    const point = this.#amount(member, walletType)
    const names = { senderName: '김*수', receiverName: '홍*동' }
    const envelope = byMember(member, this.#key('transfer'))
    this.#send({ kind: 'transferToMember', ...envelope, walletType, receiverId, point, ...names })
  }

  #pair(): readonly [WalletType, WalletType] {
    const random = this.#random
    return [random.pick(wallets), random.chance(2) ? 'BONUS' : random.pick(wallets)]
  }

  /** A part of what the member has, as the database knows it; now and then more than that, or nothing. */
  #amount({ memberId }: SimMember, type: WalletType): bigint {
    const random = this.#random
    const row = [...this.#house.store.wallets.values()].find((one) => one.memberId === memberId && one.type === type)
    const posted = row?.posted ?? 0n
    const dice = random.int(0, 99)
    if (dice < 3) return 0n
    if (dice < 8) return posted + BigInt(random.int(1, 1_000_000))
    if (dice < 14) return posted
    if (dice < 20) return BigInt(random.int(1, 5_000))
    return (posted * BigInt(random.int(1, 500))) / 1_000n
  }

  #send(command: Exchange): void {
    this.#sent = [...this.#sent.slice(-3), command]
    this.#house.command(command)
  }

  #key(route: string) {
    return { key: this.#random.hex(16), route: `POST /api/wallet/${route}`, bodyHash: this.#random.hex(8) }
  }
}
