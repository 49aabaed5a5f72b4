//! Colours, as `#rrggbb`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Refusal, refuse};

/// What a colour control is to hold: `#rrggbb` in lower case.
///
/// # Errors
/// `not-a-colour` or `alpha-lost`.
pub(crate) fn for_control(written: &str) -> Result<String, Refusal> {
    let text: String = written.trim().to_ascii_lowercase();
    if text.is_empty() {
        return Err(refuse("empty", "write a colour, as in #1e90ff"));
    }
    let (rgb, opaque) = hex(&text)
        .or_else(|| function(&text))
        .or_else(|| named(&text).map(|rgb| (rgb, true)))
        .ok_or_else(|| {
            refuse(
                "not-a-colour",
                "write a colour as #rrggbb, rgb(r, g, b), hsl(h, s%, l%) or a CSS name",
            )
        })?;
    if !opaque {
        return Err(refuse(
            "alpha-lost",
            "the control cannot hold transparency: write the colour without it",
        ));
    }
    Ok(format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2]))
}

fn hex(text: &str) -> Option<([u8; 3], bool)> {
    let (digits, hashed) = text
        .strip_prefix('#')
        .or_else(|| text.strip_prefix("0x"))
        .map_or((text, false), |rest| (rest, true));
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    // Without the hash a short one may be a word (`add`) or a number.
    let sized = if hashed {
        matches!(digits.len(), 3 | 4 | 6 | 8)
    } else {
        digits.len() == 6
    };
    if !sized {
        return None;
    }
    let nibbles: Vec<u8> = digits
        .chars()
        .filter_map(|c| c.to_digit(16))
        .filter_map(|d| u8::try_from(d).ok())
        .collect();
    let bytes: Vec<u8> = if nibbles.len() < 6 {
        nibbles.iter().map(|nibble| nibble * 17).collect()
    } else {
        nibbles.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect()
    };
    Some((
        [bytes[0], bytes[1], bytes[2]],
        bytes.get(3).is_none_or(|alpha| *alpha == 255),
    ))
}

fn function(text: &str) -> Option<([u8; 3], bool)> {
    let (name, rest) = text.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let parts: Vec<&str> = inside
        .split([',', '/', ' '])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    if !(3..=4).contains(&parts.len()) {
        return None;
    }
    let opaque = match parts.get(3) {
        None => true,
        Some(alpha) => match alpha.strip_suffix('%') {
            Some(percent) => real(percent, 100.0)? >= 100.0,
            None => real(alpha, 1.0)? >= 1.0,
        },
    };
    let rgb = match name.trim() {
        "rgb" | "rgba" => [channel(parts[0])?, channel(parts[1])?, channel(parts[2])?],
        "hsl" | "hsla" => {
            let hue = parts[0].strip_suffix("deg").unwrap_or(parts[0]);
            let saturation = real(parts[1].strip_suffix('%').unwrap_or(parts[1]), 100.0)?;
            let light = real(parts[2].strip_suffix('%').unwrap_or(parts[2]), 100.0)?;
            from_hsl(real(hue, 360.0)?, saturation / 100.0, light / 100.0)
        }
        _ => return None,
    };
    Some((rgb, opaque))
}

/// A plain number from 0 to `most`.
fn real(text: &str, most: f64) -> Option<f64> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    text.parse::<f64>().ok().filter(|value| (0.0..=most).contains(value))
}

fn channel(part: &str) -> Option<u8> {
    match part.strip_suffix('%') {
        Some(percent) => Some(byte(real(percent, 100.0)? / 100.0)),
        None => part.parse().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit())),
    }
}

/// 0 to 1 as 0 to 255, rounded.
fn byte(share: f64) -> u8 {
    let wanted = share * 255.0;
    (0..=255_u8)
        .rev()
        .min_by(|a, b| {
            (f64::from(*a) - wanted)
                .abs()
                .total_cmp(&(f64::from(*b) - wanted).abs())
        })
        .unwrap_or(0)
}

fn from_hsl(hue: f64, saturation: f64, light: f64) -> [u8; 3] {
    let reach = saturation * if light < 0.5 { light } else { 1.0 - light };
    let channel = |offset: f64| {
        let at = (offset + hue / 30.0) % 12.0;
        byte(light - reach * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0))
    };
    [channel(0.0), channel(8.0), channel(4.0)]
}

fn named(text: &str) -> Option<[u8; 3]> {
    let mut name: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).collect();
    if let Some(at) = name.find("grey") {
        name.replace_range(at..at + 4, "gray");
    }
    let (_, rgb) = NAMES.iter().find(|(known, _)| *known == name)?;
    let [_, red, green, blue] = rgb.to_be_bytes();
    Some([red, green, blue])
}

/// The named colours of CSS, `grey` spelled `gray`.
#[rustfmt::skip]
const NAMES: &[(&str, u32)] = &[
    ("aliceblue", 0xF0_F8FF), ("antiquewhite", 0xFA_EBD7), ("aqua", 0x00_FFFF), ("aquamarine", 0x7F_FFD4),
    ("azure", 0xF0_FFFF), ("beige", 0xF5_F5DC), ("bisque", 0xFF_E4C4), ("black", 0x00_0000),
    ("blanchedalmond", 0xFF_EBCD), ("blue", 0x00_00FF), ("blueviolet", 0x8A_2BE2), ("brown", 0xA5_2A2A),
    ("burlywood", 0xDE_B887), ("cadetblue", 0x5F_9EA0), ("chartreuse", 0x7F_FF00), ("chocolate", 0xD2_691E),
    ("coral", 0xFF_7F50), ("cornflowerblue", 0x64_95ED), ("cornsilk", 0xFF_F8DC), ("crimson", 0xDC_143C),
    ("cyan", 0x00_FFFF), ("darkblue", 0x00_008B), ("darkcyan", 0x00_8B8B), ("darkgoldenrod", 0xB8_860B),
    ("darkgray", 0xA9_A9A9), ("darkgreen", 0x00_6400), ("darkkhaki", 0xBD_B76B), ("darkmagenta", 0x8B_008B),
    ("darkolivegreen", 0x55_6B2F), ("darkorange", 0xFF_8C00), ("darkorchid", 0x99_32CC), ("darkred", 0x8B_0000),
    ("darksalmon", 0xE9_967A), ("darkseagreen", 0x8F_BC8F), ("darkslateblue", 0x48_3D8B), ("darkslategray", 0x2F_4F4F),
    ("darkturquoise", 0x00_CED1), ("darkviolet", 0x94_00D3), ("deeppink", 0xFF_1493), ("deepskyblue", 0x00_BFFF),
    ("dimgray", 0x69_6969), ("dodgerblue", 0x1E_90FF), ("firebrick", 0xB2_2222), ("floralwhite", 0xFF_FAF0),
    ("forestgreen", 0x22_8B22), ("fuchsia", 0xFF_00FF), ("gainsboro", 0xDC_DCDC), ("ghostwhite", 0xF8_F8FF),
    ("gold", 0xFF_D700), ("goldenrod", 0xDA_A520), ("gray", 0x80_8080), ("green", 0x00_8000), ("greenyellow", 0xAD_FF2F),
    ("honeydew", 0xF0_FFF0), ("hotpink", 0xFF_69B4), ("indianred", 0xCD_5C5C), ("indigo", 0x4B_0082),
    ("ivory", 0xFF_FFF0), ("khaki", 0xF0_E68C), ("lavender", 0xE6_E6FA), ("lavenderblush", 0xFF_F0F5),
    ("lawngreen", 0x7C_FC00), ("lemonchiffon", 0xFF_FACD), ("lightblue", 0xAD_D8E6), ("lightcoral", 0xF0_8080),
    ("lightcyan", 0xE0_FFFF), ("lightgoldenrodyellow", 0xFA_FAD2), ("lightgray", 0xD3_D3D3), ("lightgreen", 0x90_EE90),
    ("lightpink", 0xFF_B6C1), ("lightsalmon", 0xFF_A07A), ("lightseagreen", 0x20_B2AA), ("lightskyblue", 0x87_CEFA),
    ("lightslategray", 0x77_8899), ("lightsteelblue", 0xB0_C4DE), ("lightyellow", 0xFF_FFE0), ("lime", 0x00_FF00),
    ("limegreen", 0x32_CD32), ("linen", 0xFA_F0E6), ("magenta", 0xFF_00FF), ("maroon", 0x80_0000),
    ("mediumaquamarine", 0x66_CDAA), ("mediumblue", 0x00_00CD), ("mediumorchid", 0xBA_55D3), ("mediumpurple", 0x93_70DB),
    ("mediumseagreen", 0x3C_B371), ("mediumslateblue", 0x7B_68EE), ("mediumspringgreen", 0x00_FA9A),
    ("mediumturquoise", 0x48_D1CC), ("mediumvioletred", 0xC7_1585), ("midnightblue", 0x19_1970),
    ("mintcream", 0xF5_FFFA), ("mistyrose", 0xFF_E4E1), ("moccasin", 0xFF_E4B5), ("navajowhite", 0xFF_DEAD),
    ("navy", 0x00_0080), ("oldlace", 0xFD_F5E6), ("olive", 0x80_8000), ("olivedrab", 0x6B_8E23), ("orange", 0xFF_A500),
    ("orangered", 0xFF_4500), ("orchid", 0xDA_70D6), ("palegoldenrod", 0xEE_E8AA), ("palegreen", 0x98_FB98),
    ("paleturquoise", 0xAF_EEEE), ("palevioletred", 0xDB_7093), ("papayawhip", 0xFF_EFD5), ("peachpuff", 0xFF_DAB9),
    ("peru", 0xCD_853F), ("pink", 0xFF_C0CB), ("plum", 0xDD_A0DD), ("powderblue", 0xB0_E0E6), ("purple", 0x80_0080),
    ("rebeccapurple", 0x66_3399), ("red", 0xFF_0000), ("rosybrown", 0xBC_8F8F), ("royalblue", 0x41_69E1),
    ("saddlebrown", 0x8B_4513), ("salmon", 0xFA_8072), ("sandybrown", 0xF4_A460), ("seagreen", 0x2E_8B57),
    ("seashell", 0xFF_F5EE), ("sienna", 0xA0_522D), ("silver", 0xC0_C0C0), ("skyblue", 0x87_CEEB),
    ("slateblue", 0x6A_5ACD), ("slategray", 0x70_8090), ("snow", 0xFF_FAFA), ("springgreen", 0x00_FF7F),
    ("steelblue", 0x46_82B4), ("tan", 0xD2_B48C), ("teal", 0x00_8080), ("thistle", 0xD8_BFD8), ("tomato", 0xFF_6347),
    ("turquoise", 0x40_E0D0), ("violet", 0xEE_82EE), ("wheat", 0xF5_DEB3), ("white", 0xFF_FFFF),
    ("whitesmoke", 0xF5_F5F5), ("yellow", 0xFF_FF00), ("yellowgreen", 0x9A_CD32),
];

#[cfg(test)]
mod tests {
    use super::for_control;

    #[test]
    fn every_way_to_write_a_colour_gives_the_six_digits() {
        for (text, value) in [
            ("#F80", "#ff8800"),
            ("#f80f", "#ff8800"),
            ("#FF8800FF", "#ff8800"),
            ("0xff8800", "#ff8800"),
            ("FF8800", "#ff8800"),
            ("rgb(255 136 0)", "#ff8800"),
            ("rgba(255, 136, 0, 1)", "#ff8800"),
            ("rgb(100%, 50%, 0%)", "#ff8000"),
            ("hsl(0, 100%, 50%)", "#ff0000"),
            ("hsl(120deg 100% 25%)", "#008000"),
            ("hsl(210, 50%, 40%)", "#336699"),
            ("Dark Slate Grey", "#2f4f4f"),
            ("light-blue", "#add8e6"),
        ] {
            assert_eq!(for_control(text).as_deref(), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_colour_or_not_opaque_is_refused() {
        for text in [
            "#ggg",
            "rgb(300,0,0)",
            "rgb(1,2)",
            "reddish",
            "#12345",
            "add",
            "rgb(-1,0,0)",
            "rgb(a,b,c)",
            "12",
        ] {
            assert_eq!(for_control(text).unwrap_err().code, "not-a-colour", "{text}");
        }
        for text in ["#ff880080", "#f808", "rgba(1,2,3,0.5)", "hsla(1 2% 3% / 50%)"] {
            assert_eq!(for_control(text).unwrap_err().code, "alpha-lost", "{text}");
        }
    }
}
