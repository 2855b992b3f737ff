import { type Coin, currencyDecimals, moneyWalletEndpoints, p2pLateCancelMs } from '@maru/contract'
import { formatMinor, type MoneyConfig } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/index.ts'
import type { Site } from '../sites/index.ts'
import { banksOf } from './banks.ts'
import { bankFilterOf, houseBanksOf } from './house-banks.ts'

const coinNames: Readonly<Record<Coin, string>> = { USDT: '테더', BTC: '비트코인', ETH: '이더리움', XRP: '리플' }
const networkNames: Readonly<Record<string, string>> = {
  TRC20: 'TRON',
  ERC20: 'Ethereum',
  BTC: 'Bitcoin',
  XRP: 'XRP Ledger',
}

/** What a page of money asks before a request: limits, fees, holds, banks and coins of the site. */
export function registerMoneySite(app: FastifyInstance, deps: Deps): void {
  const { db, reads } = deps
  const configOf = async (siteId: number) => (await reads.ask('money.config', { siteId })).value

  route(app, deps, moneyWalletEndpoints.dnwSite, async ({ site, member }) => {
    const config = await configOf(site.id)
    // Where to send is for members: a guest needs no account number.
    const banks = member === null ? [] : await db.tenant(site.id, (tx) => houseBanksOf(tx, site.id))
    return {
      moneyMode: site.moneyMode,
      deposit: {
        min: won(config.depositMin),
        unit: won(config.depositUnit),
        expiresSec: seconds(config.depositExpiryMs),
      },
      withdraw: {
        min: won(config.withdrawMin),
        unit: won(config.withdrawUnit),
        fee: won(config.withdrawFee),
        maxPerDay: won(config.withdrawDayMax),
        cancelWindowSec: seconds(config.cancelWindowMs),
        travelRuleFrom: won(config.travelRuleFrom),
      },
      p2p: {
        paySec: seconds(config.p2pPayMs),
        answerSec: seconds(config.p2pAnswerMs),
        lateSec: seconds(config.p2pLateMs),
        lateCancelSec: seconds(p2pLateCancelMs),
        mostUnpaid: config.p2pMostUnpaid,
        blockSec: seconds(config.p2pBlockMs),
      },
      bonus: { feeTimes: config.bonusFeeTimes, netSec: seconds(config.bonusNetMs) },
      holds: {
        firstDepositSec: seconds(config.firstHoldMs),
        depositSec: seconds(config.holdMs),
        changeSec: seconds(config.changeHoldMs),
      },
      accounts: banks.map(({ bank, bankCode, number, holder }) => ({ bank, bankCode, number, holder })),
      coins: coinsOf(site, config),
    }
  })

  route(app, deps, moneyWalletEndpoints.feeJson, async ({ site }) => {
    const config = await configOf(site.id)
    return {
      D: { fee: '0', min: won(config.depositMin) },
      W: { fee: won(config.withdrawFee), min: won(config.withdrawMin) },
    }
  })

  route(app, deps, moneyWalletEndpoints.bankList, async ({ site }) =>
    banksOf(await db.system((tx) => bankFilterOf(tx, site.id))),
  )

  // The web application is the only one that there is.
  route(app, deps, moneyWalletEndpoints.appId, () => ({ ios: '', android: '', web: 'maru.web' }))
}

const won = (amount: bigint): string => formatMinor(amount, 'KRW')
const seconds = (ms: number): number => Math.ceil(ms / 1000)
const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim())

/** A coin as the site has it: what may come, leave and be bought. */
function coinsOf({ depositCoins, buyCoins }: Site, { coins }: MoneyConfig) {
  const [deposits, buys] = [namesIn(depositCoins), namesIn(buyCoins)]
  const names = [...new Set(coins.map(({ coin }) => coin as Coin))]
  return names.map((coin) => {
    const here = coins.filter((one) => one.coin === coin && one.isOpen)
    return {
      coin,
      name: coinNames[coin],
      decimals: currencyDecimals[coin],
      isDeposit: here.length > 0 && deposits.includes(coin),
      isWithdraw: here.length > 0,
      isBuy: buys.includes(coin),
      networks: here.map((one) => ({
        network: one.network,
        name: networkNames[one.network] ?? one.network,
        minWithdraw: formatMinor(one.withdrawMin, coin),
        fee: formatMinor(one.withdrawFee, coin),
        confirmations: one.confirmations,
        needsTag: one.network === 'XRP',
      })),
    }
  })
}
