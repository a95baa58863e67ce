//! Numbers, times, words and signs.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A number.
    Number(f64),
    /// A time such as `1:30` or `:30`, in seconds.
    Time(f64),
    /// A word; its text is looked up by place.
    Word,
    /// Any other character.
    Sign(char),
}

/// A piece of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Byte in the normal text.
    pub(crate) start: usize,
    /// Behind its last byte.
    pub(crate) end: usize,
    /// Nothing stands between it and the token before.
    pub(crate) glued: bool,
    /// A letter was read as a digit.
    pub(crate) mended: bool,
}

/// Reads the tokens of `lower[start..end]`, in lower case.
pub(crate) fn tokens(lower: &str, start: usize, end: usize, into: &mut Vec<Token>) {
    let mut reader = Reader { bytes: lower.as_bytes(), text: lower, at: start, end };
    let mut last_end = usize::MAX;
    while let Some(mut token) = reader.next() {
        if token.end <= token.start {
            // Whatever it is, the next one begins behind it.
            reader.at = token.start + 1;
            continue;
        }
        token.glued = token.start == last_end;
        last_end = token.end;
        into.push(token);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.bytes.get(at).copied().unwrap_or(0) } else { 0 }
    }

    fn next(&mut self) -> Option<Token> {
        while self.at < self.end && self.byte(self.at) == b' ' {
            self.at += 1;
        }
        if self.at >= self.end {
            return None;
        }
        let start = self.at;
        let byte = self.byte(start);
        let mut mended = false;
        let kind = if byte.is_ascii_digit() || byte == b'.' && self.byte(start + 1).is_ascii_digit() {
            self.number(&mut mended)
        } else if byte == b':'
            && self.byte(start + 1).is_ascii_digit()
            && self.byte(start + 2).is_ascii_digit()
        {
            self.bare_seconds(start)
        } else if byte == b'x' && self.is_times(start) {
            self.at += 1;
            Kind::Sign('x')
        } else if byte.is_ascii_alphabetic() || byte >= 0x80 {
            self.word()
        } else {
            self.at += 1;
            Kind::Sign(char::from(byte))
        };
        Some(Token { kind, start, end: self.at, glued: false, mended })
    }

    /// An `x` between numbers, or before or behind one, that is no part of a word.
    fn is_times(&self, at: usize) -> bool {
        let next = self.byte(at + 1);
        let before = if at == 0 { 0 } else { self.bytes.get(at - 1).copied().unwrap_or(0) };
        !next.is_ascii_alphabetic() && next < 0x80 && next != b'\'' && !before.is_ascii_alphabetic()
    }

    fn bare_seconds(&mut self, start: usize) -> Kind {
        if self.byte(start + 3).is_ascii_digit() {
            self.at += 1;
            return Kind::Sign(':');
        }
        self.at = start + 3;
        Kind::Time(self.value(start + 1, start + 3))
    }

    fn value(&self, from: usize, to: usize) -> f64 {
        self.text.get(from..to).and_then(|digits| digits.parse().ok()).unwrap_or(0.0)
    }

    fn digits(&mut self, mended: &mut bool) -> String {
        let mut digits = String::new();
        while self.byte(self.at).is_ascii_digit() && digits.len() < 12 {
            digits.push(char::from(self.byte(self.at)));
            self.at += 1;
        }
        // The letter O for a zero, where no word goes on behind it.
        let mut zeros = 0;
        while self.byte(self.at + zeros) == b'o' {
            zeros += 1;
        }
        let behind = self.byte(self.at + zeros);
        if zeros > 0
            && !digits.is_empty()
            && !behind.is_ascii_alphabetic()
            && behind < 0x80
            && behind != b'\''
        {
            digits.extend(std::iter::repeat_n('0', zeros.min(4)));
            self.at += zeros;
            *mended = true;
        }
        digits
    }

    fn number(&mut self, mended: &mut bool) -> Kind {
        let mut digits = self.digits(mended);
        if let Some(time) = self.clock(&digits, mended) {
            return time;
        }
        while self.byte(self.at) == b',' && digits.len() <= 6 && self.is_thousands() {
            for at in self.at + 1..self.at + 4 {
                digits.push(char::from(self.byte(at)));
            }
            self.at += 4;
        }
        let point = self.byte(self.at);
        let fraction = self.byte(self.at + 1).is_ascii_digit();
        if point == b'.' && fraction && !self.is_list_point()
            || point == b',' && fraction && self.is_decimal_comma()
        {
            self.at += 1;
            digits.push('.');
            while self.byte(self.at).is_ascii_digit() {
                digits.push(char::from(self.byte(self.at)));
                self.at += 1;
            }
        }
        if digits.is_empty() {
            // A point that begins no number.
            self.at += 1;
            return Kind::Sign('.');
        }
        Kind::Number(digits.parse().unwrap_or(0.0))
    }

    /// `1.10 burpees` would be a list; a number has one or two digits behind its point and no letter stands before.
    fn is_list_point(&self) -> bool {
        let mut at = self.at + 1;
        while self.byte(at).is_ascii_digit() {
            at += 1;
        }
        at - self.at > 4 || self.byte(at) == b'.' && self.byte(at + 1).is_ascii_digit()
    }

    fn is_thousands(&self) -> bool {
        (1..4).all(|step| self.byte(self.at + step).is_ascii_digit())
            && !self.byte(self.at + 4).is_ascii_digit()
            && (self.byte(self.at + 4) != b',' || self.byte(self.at + 5) == b' ')
    }

    /// A comma with one or two digits behind it, then a unit or a slash, and no list around.
    fn is_decimal_comma(&self) -> bool {
        let mut at = self.at + 1;
        while self.byte(at).is_ascii_digit() {
            at += 1;
        }
        if at - self.at > 3 {
            return false;
        }
        let mut unit = at;
        while self.byte(unit) == b' ' {
            unit += 1;
        }
        let units: [&[u8]; 6] = [b"kg", b"lb", b"m ", b"km", b"pood", b"mi"];
        // `62,5 %`; `60,70 %` is a list.
        at - self.at == 2 && self.byte(unit) == b'%'
            || self.byte(at) == b'/' && self.byte(at + 1).is_ascii_digit()
            || units.iter().any(|unit_text| {
                self.bytes.get(unit..self.end).is_some_and(|rest| rest.starts_with(unit_text))
            })
    }

    /// `12:30`, also with a semicolon by mistake, also with hours.
    fn clock(&mut self, minutes: &str, mended: &mut bool) -> Option<Kind> {
        let sign = self.byte(self.at);
        if !matches!(sign, b':' | b';') || minutes.len() > 3 {
            return None;
        }
        let seconds = self.at + 1;
        let two = self.byte(seconds).is_ascii_digit() && self.byte(seconds + 1).is_ascii_digit();
        if !two || self.byte(seconds + 2).is_ascii_digit() {
            return None;
        }
        *mended |= sign == b';';
        let mut value = minutes.parse::<f64>().unwrap_or(0.0) * 60.0 + self.value(seconds, seconds + 2);
        self.at = seconds + 2;
        let hours = self.byte(self.at) == b':'
            && self.byte(self.at + 1).is_ascii_digit()
            && self.byte(self.at + 2).is_ascii_digit();
        if hours {
            value = value * 60.0 + self.value(self.at + 1, self.at + 3);
            self.at += 3;
        }
        Some(Kind::Time(value))
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        // `M60/F40`: a sex before its number.
        let digits = (start + 1..self.end).take_while(|at| self.byte(*at).is_ascii_digit()).count();
        if matches!(self.byte(start), b'm' | b'f' | b'w')
            && (2..4).contains(&digits)
            && matches!(self.byte(start + 1 + digits), b'/' | b' ' | b')' | b',')
        {
            self.at += 1;
            return Kind::Word;
        }
        // `AMRAP12`, `RPE8`: a word and its number.
        let known = ["amrap", "emom", "tabata", "rpe", "cap", "tc"].iter().find(|known| {
            self.text.get(start..self.end).is_some_and(|rest| rest.starts_with(**known))
                && self.byte(start + known.len()).is_ascii_digit()
        });
        if let Some(known) = known {
            self.at += known.len();
            return Kind::Word;
        }
        loop {
            let byte = self.byte(self.at);
            let next = self.byte(self.at + 1);
            let inside = matches!(byte, b'\'' | b'&') && next.is_ascii_alphabetic() && self.at > start;
            if byte.is_ascii_alphanumeric() || byte >= 0x80 || inside {
                self.at += 1;
            } else {
                break;
            }
        }
        // The signs for women and men are characters of three bytes, and signs.
        match self.text.get(start..self.at) {
            Some(word) if word.starts_with('\u{2640}') || word.starts_with('\u{2642}') => {
                self.at = start + 3;
                Kind::Sign(if word.starts_with('\u{2640}') { '\u{2640}' } else { '\u{2642}' })
            }
            _ => Kind::Word,
        }
    }
}
