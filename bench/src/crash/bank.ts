import { randomInt } from 'node:crypto'
import { pino } from 'pino'
import { ProviderConfigurations } from '../../../apps/server/src/providers/configuration.ts'
import { signedProvider } from '../../../apps/server/src/providers/signed-provider.ts'
import { startSandbox } from '../../../apps/server/src/sandbox.ts'
import { siteId } from '../support/house.ts'
import { secretOf } from './people.ts'

/** Providers in a process of their own, which no kill of the house touches: what they paid stays paid. */
export async function startBank(dataDir: string, productUrl: string) {
  const log = pino({ level: 'silent' })
  const tokenSecret = secretOf(dataDir)
  const running = await startSandbox({ host: '127.0.0.1', port: 0, mayMove: false, tokenSecret, log })
  running.tell(productUrl)
  const { sandbox } = running
  const behave = async (switches: Readonly<Record<string, string>>) => {
    await fetch(`${sandbox.url}/switches`, { method: 'POST', body: new URLSearchParams(switches), redirect: 'manual' })
  }
  const configurations = new ProviderConfigurations(tokenSecret, {
    db: { tenant: async () => null } as never,
    now: Date.now,
    sandboxOf: () => sandbox,
  })
  return {
    sandbox,
    stop: () => running.stop(),
    calm: () => behave({ calls: 'normal', webhooks: 'normal', delayMs: '300', paysItself: '1' }),
    /** Behaves badly in one way or another, or well; but it tells of what happened until somebody hears it. */
    worsen: () =>
      behave({
        calls: ['normal', 'normal', 'normal', 'unsigned', 'broken', 'silent'][randomInt(6)] as string,
        webhooks: ['normal', 'normal', 'twice', 'late'][randomInt(4)] as string,
        delayMs: String([0, 100, 1_500][randomInt(3)]),
      }),
    /** What it paid of today and yesterday, by the reference of the payout. */
    async paid(): Promise<Map<string, string[]>> {
      const access = await configurations.of(siteId, 'bank')
      if (access === null) throw new Error('there is no bank')
      const bank = signedProvider({ name: 'bank', siteId, access, log, now: Date.now, timeoutMs: 10_000 })
      const paid = new Map<string, string[]>()
      const day = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
      for (const at of [Date.now() - 86_400_000, Date.now()]) {
        const statement = await bank.statement(day(at), 'KRW')
        if (statement === null) throw new Error('the bank gives no statement')
        for (const { kind, reference, amount } of statement.lines)
          if (kind === 'payout' && reference !== null) paid.set(reference, [...(paid.get(reference) ?? []), amount])
      }
      return paid
    },
  }
}
