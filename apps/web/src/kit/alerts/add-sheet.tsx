import { useTexts } from '@maru/client/i18n/texts'
import type { AlertStock } from '@maru/contract'
import { Sheet, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../lists/loaded.tsx'
import { nameOf } from '../../trading/index.ts'
import { AddForm } from './add-form.tsx'
import { alertsQuery } from './query.ts'
import { addTexts } from './texts.ts'
import './add-sheet.css'

interface Props {
  open: boolean
  /** What is chosen at first; null: the first of all. */
  stock: string | null
  onClose: () => void
}

/** Adds a price that the member waits for. */
export function AddSheet({ open, stock, onClose }: Props) {
  const t = useTexts(addTexts)
  return (
    <Sheet open={open} onClose={onClose} title={t('addTitle')}>
      {open && <Choices stock={stock} onClose={onClose} />}
    </Sheet>
  )
}

function Choices({ stock, onClose }: Omit<Props, 'open'>) {
  const t = useTexts(addTexts)
  const query = useQuery(alertsQuery)
  return (
    <Loaded
      query={query}
      isEmpty={query.data?.stocks.length === 0}
      empty={[t('noStock'), t('noStockText')]}
      skeleton={<Skeleton height={320} />}
    >
      {query.data && <AddForm stocks={named(query.data.stocks, stock)} first={stock} onClose={onClose} />}
    </Loaded>
  )
}

/** An instrument that the site trades in two ways goes by the name of the page that asks. */
const named = (stocks: readonly AlertStock[], stock: string | null): readonly AlertStock[] =>
  stock === null ? stocks : stocks.map((one) => (nameOf(one.stock) === nameOf(stock) ? { ...one, stock } : one))
