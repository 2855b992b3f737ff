import type { Wallet } from '@maru/contract'

/** What is free and what waits in rounds and orders; never shown below zero. */
export function balanceOf({ point, gameWaitPoint, currency }: Wallet): string {
  const sum = minorOf(point) + minorOf(gameWaitPoint)
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
