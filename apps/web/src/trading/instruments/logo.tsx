import { useState } from 'react'
import { nameOf } from './names.ts'
import './logo.css'

/** Coins whose logo lies in `logos`; of any other instrument its first letter is shown. */
const drawn: ReadonlySet<string> = new Set('ada btc chz doge eos etc eth matic sol trx xrp'.split(' '))

/** The logo of a coin, loaded when it comes into sight; or a disc with the first letter, in a hue of the name's own. */
export function Logo({ stock }: { stock: string }) {
  const name = nameOf(stock)
  const coin = name.replace(/USDT$/, '').toLowerCase()
  const [isMissing, setMissing] = useState(false)
  if (drawn.has(coin) && !isMissing)
    return (
      <span className="lg logo is-coin" aria-hidden="true">
        <img
          src={new URL(`./logos/${coin}.svg`, import.meta.url).href}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          onError={() => setMissing(true)}
        />
      </span>
    )
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return (
    <span className="lg logo" style={{ '--hue': hue } as React.CSSProperties} aria-hidden="true">
      {name[0]}
    </span>
  )
}
