import type { LogLevel } from '@holdfast/contract'
import { Badge } from '../../shared/ui/badge.tsx'

const tones = { WARN: 'warn', ERROR: 'bad' } as const

interface LogLevelTextProps {
  level: LogLevel
  /** Also of the levels that most lines have. */
  isAlways?: boolean
}

/** What a device calls the level. Only those that somebody should see have a badge. */
export const LogLevelText = ({ level, isAlways = false }: LogLevelTextProps) => {
  if (level === 'WARN' || level === 'ERROR') return <Badge tone={tones[level]}>{level}</Badge>
  return isAlways ? level : null
}
