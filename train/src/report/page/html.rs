//! Text made safe, tables, and the frame of the page.

/// Text as it must be written in HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            other => safe.push(other),
        }
    }
    safe
}

/// A section with a heading. `body` is HTML.
pub(super) fn section(heading: &str, body: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{body}</section>\n", escape(heading))
}

/// A paragraph of plain text.
pub(super) fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escape(text))
}

/// A picture with a heading.
pub(super) fn figure(heading: &str, picture: &str) -> String {
    format!(
        "<figure class=\"one\"><h3>{}</h3>\n{picture}</figure>\n",
        escape(heading)
    )
}

/// A table of plain text, the first `names` columns of which are words. It scrolls where it is too wide.
pub(super) fn table(header: &[String], rows: &[Vec<String>], names: usize) -> String {
    let cells = |row: &[String], tag: &str| {
        let cells = row.iter().enumerate().map(|(place, cell)| {
            let class = if place < names { " class=\"name\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", escape(cell))
        });
        cells.collect::<Vec<_>>().concat()
    };
    let body = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row, "td")));
    let body = body.collect::<Vec<_>>().concat();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
        cells(header, "th")
    )
}

/// What the colours of a picture mean.
pub(super) fn key(names: &[String]) -> String {
    let entries = names.iter().enumerate().map(|(place, name)| {
        format!(
            "<li><span class=\"swatch\" style=\"background:var(--s{})\"></span>{}</li>",
            place % COLOURS,
            escape(name)
        )
    });
    let entries = entries.collect::<Vec<_>>().concat();
    format!("<ul class=\"key\">{entries}</ul>\n")
}

/// How many colours series have.
pub(super) const COLOURS: usize = 10;

/// The colours of both schemes: text, faint text, lines, background, panel, good, bad, and the series. Those of the
/// series are told apart by most colour-blind people, and by their lightness.
const LIGHT: &str = "--ink:#1b1f24;--faint:#5c6670;--line:#d5dae0;--ground:#fff;--panel:#f6f7f9;--good:#1f77b4;\
     --bad:#d9622b;--s0:#0b62a8;--s1:#d55e00;--s2:#00805f;--s3:#b0368a;--s4:#8a6d00;--s5:#3aa0d8;--s6:#8b1e1e;\
     --s7:#5b4bb5;--s8:#6b7780;--s9:#4c8c2b";
const DARK: &str = "--ink:#e8eaed;--faint:#a3adb8;--line:#3a424b;--ground:#14171a;--panel:#1d2126;--good:#4da3e0;\
     --bad:#ef8354;--s0:#6cb6f5;--s1:#ff9a4d;--s2:#3ccf9f;--s3:#ee86cb;--s4:#d9b83a;--s5:#9adcff;--s6:#f07070;\
     --s7:#a99bf5;--s8:#aeb8c2;--s9:#9bd474";

const STYLE: &str = "\
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:70rem;background:var(--ground);color:var(--ink);
 font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.2rem}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.5rem 0;max-width:44rem}
.faint{color:var(--faint);font-size:.9rem}
.note{background:var(--panel);border-left:4px solid var(--bad);padding:.5rem .8rem;margin:.6rem 0}
.wide{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th{color:var(--faint);font-weight:600}
.name{text-align:left}
.chart{display:block;width:100%;height:auto;margin:.5rem 0}
.chart text{font-family:inherit}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:0 1.5rem}
.one{margin:0}
.key{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.5rem 0;font-size:.85rem}
.swatch{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}
details>summary{cursor:pointer;margin:.5rem 0}
@media print{
 body{max-width:none;padding:0;font-size:11px}
 section,figure,.chart,tr{break-inside:avoid}
 section.long{break-inside:auto}
 h2{break-after:avoid}
 .wide{overflow:visible}
 table{font-size:8px}
 th,td{padding:.15rem .35rem}
 .swatch,.chart,.note{print-color-adjust:exact;-webkit-print-color-adjust:exact}
 .pair{grid-template-columns:1fr 1fr}
}
";

/// The colours by their names, for both schemes.
pub(super) fn colours() -> String {
    format!(
        ":root{{color-scheme:light dark;{LIGHT}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{DARK}}}}}\n"
    )
}

/// A whole page around its sections, which are HTML.
pub(super) fn frame(title: &str, sections: &str) -> String {
    let (title, colours) = (escape(title), colours());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n\
         {colours}{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n{sections}</body>\n</html>\n"
    )
}
