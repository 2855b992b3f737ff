import type { MyWallet } from '@maru/contract'

/** What is free, what waits in rounds and orders, and what is leaving; never shown below zero. */
export const balanceOf = ({ point, gameWaitPoint, pendingOut = '0', currency }: MyWallet): string =>
  sumOf([point, gameWaitPoint, pendingOut], currency)

/** What waits in rounds and orders, and what left for withdrawals that are not finished. */
export const waitingOf = ({ gameWaitPoint, pendingOut = '0', currency }: MyWallet): string =>
  sumOf([gameWaitPoint, pendingOut], currency)

function sumOf(amounts: readonly string[], currency: MyWallet['currency']): string {
  const sum = amounts.reduce((all, amount) => all + minorOf(amount), 0n)
  const floored = sum < 0n ? 0n : sum
  if (currency === 'KRW') return (floored / scale).toString()
  return `${floored / scale}.${(floored % scale).toString().padStart(8, '0')}`
}

const scale = 100_000_000n

function minorOf(value: string): bigint {
  const [whole = '0', part = ''] = value.replace('-', '').split('.')
  const size = BigInt(whole) * scale + BigInt(part.slice(0, 8).padEnd(8, '0'))
  return value.startsWith('-') ? -size : size
}
