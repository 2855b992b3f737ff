import { createAppearance } from '@maru/client/page/appearance'

/** The look of the console on this device, apart from that of the members' pages. */
export const { useAppearance, setAppearance, followAppearance } = createAppearance('maru:console:appearance', 'light')
