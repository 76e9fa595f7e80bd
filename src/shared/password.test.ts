import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password.ts'

describe('password strength (spec section 5)', () => {
  it.each([
    ['', 'Weak'],
    ['12345', 'Weak'],
    ['123456', 'Medium'],
    ['1234567', 'Medium'],
    ['12345678', 'Strong'],
  ])('calls %j %s', (password, strength) => {
    expect(passwordStrength(password, 6)).toBe(strength)
  })

  it.each([
    ['123456789', 'Weak'],
    ['1234567890', 'Medium'],
    ['12345678901', 'Medium'],
    ['123456789012', 'Strong'],
  ])('calls %j %s where 10 characters are asked for', (password, strength) => {
    expect(passwordStrength(password, 10)).toBe(strength)
  })
})
