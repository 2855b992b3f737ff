import { formatPrice } from '@maru/ui'
import type { ReactNode } from 'react'

interface OrderDetailProps {
  /** How much; empty where nothing is typed. */
  size: string
  /** The price that was typed; null for an order at the market. */
  price: string | null
  precision: number
  /** The best price that an order at the market would meet. */
  met: ReactNode
}

/** What the button of a side would order: how much, and at which price. */
export function OrderDetail({ size, price, precision, met }: OrderDetailProps) {
  return (
    <>
      {size}
      <span className="at">
        {size && ' · '}
        {price === null ? met : price === '' ? '–' : formatPrice(price, precision)}
      </span>
    </>
  )
}
