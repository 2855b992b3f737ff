import { createAppearance } from '@maru/client/page/appearance'

export const { useAppearance, setAppearance, followAppearance } = createAppearance('maru:appearance', 'dark')
