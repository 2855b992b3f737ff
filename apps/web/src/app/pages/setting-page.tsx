import { OrderSettings } from '../../features/futures/sheets/order-settings.tsx'
import { SettingPage } from '../../features/more/setting-page.tsx'
import { OverseaOrderSettings } from '../../features/oversea/ticket/order-settings.tsx'

/** The settings, with those of each book's orders. */
export default function Settings() {
  return <SettingPage futuresOrders={OrderSettings} overseaOrders={OverseaOrderSettings} />
}
