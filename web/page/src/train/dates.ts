/** Days and times in the words of the language. */

import { language } from '../words';

const DAY = 86_400;

/** A day as files have it, as it is written. */
export function dayText(day: string, style: 'long' | 'medium' = 'medium'): string {
  const date = new Date(`${day}T12:00`);
  return Number.isNaN(date.getTime()) ? day : new Intl.DateTimeFormat(language(), { dateStyle: style }).format(date);
}

/** When something is, in seconds since 1970: in so many minutes, hours, days or months. */
export function whenText(at: number, now = Date.now() / 1000): string {
  const seconds = Math.max(0, at - now);
  const form = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  if (seconds < 3600) return form.format(Math.max(1, Math.ceil(seconds / 60)), 'minute');
  const days = calendarDays(now, at);
  if (days === 0) return form.format(Math.round(seconds / 3600), 'hour');
  if (days < 60) return form.format(days, 'day');
  return form.format(Math.round(seconds / DAY / 30.4), 'month');
}

/** How many midnights lie between two times. */
function calendarDays(from: number, to: number): number {
  const midnight = (seconds: number): number => new Date(seconds * 1000).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / (1000 * DAY));
}
