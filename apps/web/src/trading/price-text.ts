import { formatPrice } from '@maru/ui'

/** A price with the decimals that it came with. */
export const asPriced = (price: string): string => formatPrice(price, price.split('.')[1]?.length ?? 0)
