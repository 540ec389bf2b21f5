import type { ListedPosition } from '@holdfast/contract'
import { ActionIcon, Slider } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { indexAt } from './trail.ts'
import classes from './trail-page.module.css'

const minuteMs = 60_000
/** A working day takes about half a minute. */
const playedEveryMs = 100
const minutesPlayedAtOnce = 3

interface TrailSliderProps {
  /** In the order of their times; at least one. */
  positions: readonly ListedPosition[]
  index: number
  clockOf: (time: number) => string
  onChange: (index: number) => void
  /** Called when the person has chosen, and not while they look for the time. */
  onChosen: (index: number) => void
}

/** Chooses the time of day, and plays the day back. */
export const TrailSlider = ({ positions, index, clockOf, onChange, onChosen }: TrailSliderProps) => {
  const t = useText()
  const timeOf = (place: number): number => Date.parse(positions[place]?.timestamp ?? '')
  const [first, last] = [timeOf(0), timeOf(positions.length - 1)]
  const minutes = Math.max(1, Math.ceil((last - first) / minuteMs))
  const [time, setTime] = useState(timeOf(index))
  const [isPlaying, setPlaying] = useState(false)
  // Another position was chosen, on the map or in the table.
  const isElsewhere = indexAt(positions, time) !== index
  const shown = isElsewhere ? timeOf(index) : time
  const goTo = (next: number): number => {
    const chosen = indexAt(positions, next)
    setTime(next)
    onChange(chosen)
    return chosen
  }
  const play = useEffectEvent(() => {
    const next = Math.min(shown + minutesPlayedAtOnce * minuteMs, last)
    const chosen = goTo(next)
    if (next < last) return
    setPlaying(false)
    onChosen(chosen)
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => play(), playedEveryMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  const toggle = () => {
    if (!isPlaying && shown >= last) goTo(first)
    setPlaying(!isPlaying)
  }
  const minuteTime = (minute: number): number => Math.min(first + minute * minuteMs, last)
  return (
    <div className={classes.slider}>
      <ActionIcon
        variant="filled"
        size={36}
        radius="xl"
        onClick={toggle}
        aria-label={t(isPlaying ? 'trail.pause' : 'trail.play')}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <Slider
        className={classes.track}
        min={0}
        max={minutes}
        step={1}
        value={Math.round((shown - first) / minuteMs)}
        label={(minute) => clockOf(minuteTime(minute))}
        thumbLabel={t('trail.time')}
        thumbValueText={clockOf(shown)}
        onChange={(minute) => {
          setPlaying(false)
          goTo(minuteTime(minute))
        }}
        onChangeEnd={(minute) => onChosen(indexAt(positions, minuteTime(minute)))}
      />
      <output className={classes.clock}>{clockOf(shown)}</output>
    </div>
  )
}
