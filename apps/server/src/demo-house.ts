import { marketInstruments } from '@maru/market'
import type { Deps } from './deps.ts'
import { Seal, type StaffLogin, seedDemo } from './members/index.ts'
import {
  demoSites,
  seedContent,
  seedEconomic,
  seedFuturesOptions,
  seedMoney,
  seedMoneyAccounts,
  seedOverseaOptions,
  seedRoundOptions,
} from './seed/index.ts'

/** Writes all that a demo house begins with; rows that exist stay. Returns the staff sign-ins that were made for this installation. */
export async function seedDemoHouse(house: Pick<Deps, 'config' | 'db' | 'clocks'>): Promise<readonly StaffLogin[]> {
  const { config, db, clocks } = house
  const logins = await seedDemo(house)
  await seedRoundOptions(db, marketInstruments)
  await seedMoney(db, demoSites)
  await seedEconomic(db, demoSites)
  if (config.demoContent) await seedContent(db, demoSites, clocks.wall())
  await seedMoneyAccounts(db, new Seal(config.tokenSecret, config.lookupKeys), clocks.wall())
  await seedFuturesOptions(db, marketInstruments)
  await seedOverseaOptions(db, marketInstruments, config.calendar)
  return logins
}
