import { lazyPart } from '@maru/client/page/chunk-recovery'
import { ConvertPage } from '../../features/money/convert/convert-page.tsx'

const LiquidationRows = lazyPart(() => import('../../features/futures/liquidation-rows.tsx'))

/** /wallet/convert/{from}_{to}, with what a conversion does to open futures positions. */
export default function Convert() {
  return <ConvertPage OfPositions={LiquidationRows} />
}
