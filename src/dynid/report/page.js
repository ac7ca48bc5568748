/*! dynid's page, Apache-2.0; made of frontend/src, sha256 351c883c027800284f58e214668a5e04745f029f2cd79259a4d6b7f3d2c8bd87

It contains three:

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

It contains uplot:

The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
(()=>{var k0="http://www.w3.org/2000/svg";function ed(n,t,e){for(let[i,s]of Object.entries(t||{}))if(!(s==null||s===!1))if(i.startsWith("on"))n.addEventListener(i.slice(2),s);else if(i==="value")n.value=s;else if(i==="style")for(let[r,o]of Object.entries(s))n.style.setProperty(r,o);else n.setAttribute(i,s===!0?"":String(s));for(let i of e.flat(2))i!=null&&i!==!1&&n.append(i);return n}var E=(n,t,...e)=>ed(document.createElement(n),t,e),me=(n,t,...e)=>ed(document.createElementNS(k0,n),t,e),Fn=n=>getComputedStyle(document.documentElement).getPropertyValue(n).trim(),Ba=n=>JSON.parse(n.querySelector('script[type="application/json"]').textContent);function nd(n,t,e="text/csv"){let i=E("a",{href:URL.createObjectURL(new Blob([t],{type:e})),download:n});i.click(),setTimeout(()=>URL.revokeObjectURL(i.href),1e3)}var z0="#8a94a3",id="#b92f42",No=["#2286f6","#b0570e","#138b69","#895dbd","#bf384e","#bd991b","#1dbadc","#c671aa"],ka=n=>n?No[(n-1)%No.length]:z0;var V0={f4:Float32Array,f8:Float64Array,i1:Int8Array,u1:Uint8Array,i2:Int16Array,u2:Uint16Array,i4:Int32Array,u4:Uint32Array};function Do(n){if(n==null)return null;if(!n.bdata)return n;let t=Uint8Array.from(atob(n.bdata),r=>r.charCodeAt(0)),e=new V0[n.dtype](t.buffer);if(!n.shape)return e;let[i,s]=String(n.shape).split(",").map(Number);return s?Array.from({length:i},(r,o)=>e.slice(o*s,(o+1)*s)):e}var G0={lt:"<",gt:">",amp:"&",quot:'"',"#x27":"'"};function Sh(n){let t=e=>e.replace(/<br>|<\/?[bi]>/g," ").replace(/&(lt|gt|amp|quot|#x27);/g,(i,s)=>G0[s]);return String(n??"").split(/<sub>(.*?)<\/sub>/).map((e,i)=>[t(e),i%2===1]).filter(([e])=>e)}var Ti=n=>Sh(n).map(([t])=>t).join(""),sd=(n,t)=>`${t}axis${(n||t).slice(1)}`;function H0(n,t,e){return{shade:n.line?.color||(typeof n.marker?.color=="string"?n.marker.color:null)||No[e%No.length],kind:n.type||"scatter",x:Do(n.x),y:Do(n.y),z:Do(n.z),of:t,name:Ti(n.name),legend:n.showlegend!==!1&&!!n.name,mode:n.mode||"lines",line:n.line||{},marker:n.marker||{},flat:n.orientation==="h",errorX:rd(n.error_x),errorY:rd(n.error_y),texts:(n.text||[]).map?(n.text||[]).map(Ti):[],fill:n.fill,fillcolor:n.fillcolor,opacity:n.opacity??1,colours:n.colorscale,quiet:n.hoverinfo==="skip",xs:n.x0!==void 0?{x0:n.x0,dx:n.dx??1}:null}}function rd(n){if(!n||!n.array)return null;let t=Do(n.array);return{up:t,down:Do(n.arrayminus)||t,colour:n.color}}function od(n){let t=n.layout||{},e=new Map;for(let[o,a]of n.data.entries()){let l=a.type==="scatter3d"||a.type==="surface",c=l?a.scene||"scene":`${a.xaxis||"x"} ${a.yaxis||"y"}`;if(!e.has(c)){let u=l?{}:t[sd(a.xaxis,"x")]||{},h=l?{}:t[sd(a.yaxis,"y")]||{},f=l?t[c]||{}:null,d=f?[f.domain?.x,f.domain?.y]:[u.domain,h.domain];e.set(c,{key:c,x:u,y:h,scene:f,traces:[],shapes:[],domain:[d[0]||[0,1],d[1]||[0,1]],xName:a.xaxis||"x"})}e.get(c).traces.push(H0(a,c,o))}for(let o of t.shapes||[]){let a=`${String(o.xref||"x").split(" ")[0]} ${String(o.yref||"y").split(" ")[0]}`;e.get(a)?.shapes.push(o)}let i=[...e.values()],s=i.flatMap(o=>o.traces).filter(o=>o.legend),r=t.showlegend===void 0?n.data.length>1:t.showlegend;return{panels:i,height:t.height||360,legend:r?W0(s):[],notes:(t.annotations||[]).filter(o=>o.xref==="paper"),title:Ti(t.title?.text),grouped:t.barmode==="group",clock:t.meta?.clock}}function W0(n){let t=new Map;for(let e of n)t.has(e.name)||t.set(e.name,e);return[...t.values()]}function Mh(n,t,e,i){let s=n.type==="log";if(n.range)return n.range;let r=1/0,o=-1/0,a=l=>{let c=i?i.indexOf(l):s?l>0?Math.log10(l):NaN:l;Number.isFinite(c)&&(c<r&&(r=c),c>o&&(o=c))};for(let l of e){let c=l[t]||[],u=t==="x"?l.errorX:l.errorY;for(let f=0;f<c.length;f++)c[f]!==null&&(a(c[f]),u&&!i&&(a(c[f]+u.up[f]),a(c[f]-u.down[f])));let h=t==="x"?l.flat:!l.flat;l.kind==="bar"&&h&&!s&&a(0)}return n.rangemode==="tozero"&&(r=Math.min(r,0),o=Math.max(o,0)),Number.isFinite(r)||([r,o]=[0,1]),r===o&&(r-=Math.abs(r)*.05||.5,o+=Math.abs(o)*.05||.5),i?[r-.6,o+.6]:X0(r,o,t,e)}function X0(n,t,e,i){let s=i.some(a=>a.mode.includes("lines")&&a.kind==="scatter"),r=e==="x"&&s?0:.05,o=r*(t-n);return[n-o,t+o]}var q0={dash:"6 4",dot:"2 3"},Ar=n=>Math.round(10*n)/10;function ld(n,t,e,i){let s="",r=!1,{x:o,y:a}=n;for(let l=0;l<a.length;l++){let c=t.of(o?o[l]:l),u=a[l]===null?NaN:e.of(a[l]);if(!Number.isFinite(c)||!Number.isFinite(u)){r=!1;continue}s+=i(Ar(c),Ar(u),r),r=!0}return s}var ad=(n,t,e)=>ld(n,t,e,(i,s,r)=>`${r?"L":"M"}${i} ${s}`),$0=(n,t,e)=>ld(n,t,e,(i,s)=>`M${i} ${s}h0`);function Y0(n,t,e,i){let s=(n.marker.size||6)/2,r=Array.isArray(n.marker.color),o=String(n.marker.symbol||"").endsWith("open"),a=n.marker.symbol==="x";return Array.from(n.y,(l,c)=>{let u=t.of(n.x?n.x[c]:c),h=e.of(l);if(!Number.isFinite(u)||!Number.isFinite(h))return null;let f=r?n.marker.color[c]:i,d={stroke:f,"stroke-width":1.5,fill:o?"none":f};return a?me("path",{d:`M${u-s} ${h-s}l${2*s} ${2*s}m0 ${-2*s}l${-2*s} ${2*s}`,...d,fill:"none"}):String(n.marker.symbol||"").startsWith("diamond")?me("path",{d:`M${u} ${h-s}l${s} ${s}l${-s} ${s}l${-s} ${-s}z`,...d}):me("circle",{cx:u,cy:h,r:s,...d})})}function cd(n,t,e){let i=[];for(let[s,r]of[[n.errorX,!0],[n.errorY,!1]]){if(!s)continue;let o="";for(let a=0;a<n.y.length;a++)if(r){let l=e.of(n.y[a]),c=t.of(n.x[a]-s.down[a]),u=t.of(n.x[a]+s.up[a]);Number.isFinite(c+u+l)&&(o+=`M${c} ${l}H${u}M${c} ${l-3}v6M${u} ${l-3}v6`)}else{let l=t.of(n.x?n.x[a]:a),c=e.of(n.y[a]-s.down[a]),u=e.of(n.y[a]+s.up[a]);Number.isFinite(c+u+l)&&(o+=`M${l} ${c}V${u}M${l-3} ${c}h6M${l-3} ${u}h6`)}i.push(me("path",{d:o,fill:"none",stroke:s.colour||"currentColor","stroke-width":1.4}))}return i}function J0(n,t,e,i,s){let[r,o]=n.flat?[t,e]:[e,t],[a,l]=n.flat?[n.x,n.y]:[n.y,n.x],c=Math.abs(o.factor),u=.8*c/s,h=r.log?r.from:r.of(0),f=n.marker.color||n.shade,d=Array.from(a,(p,m)=>{let v=r.of(p),A=o.of(l?l[m]:m)+u*(i-(s-1)/2);if(!Number.isFinite(v)||!Number.isFinite(A))return null;let S=[Math.min(h,v),A-u/2,Math.abs(v-h),u],[R,b,x,w]=n.flat?S:[S[1],S[0],S[3],S[2]],B=Array.isArray(f)?f[m]:f;return me("rect",{x:R,y:b,width:x,height:w,fill:B,"fill-opacity":n.marker.opacity??n.opacity})}),g={...n,[n.flat?"y":"x"]:null},_=Array.from(a,(p,m)=>o.back(o.of(l?l[m]:m)+u*(i-(s-1)/2)));return g[n.flat?"y":"x"]=o.words?_.map(p=>p):_,[...d,...cd(g,t,e)]}function Z0(n,t,e){let i=new Map;n.y.forEach((o,a)=>{let l=n.x?n.x[a]:n.name;i.set(l,[...i.get(l)||[],o])});let{shade:s}=n,r=[];for(let[o,a]of i){a.sort((m,v)=>m-v);let l=m=>a[Math.round(m*(a.length-1))],[c,u,h,f,d]=[0,.25,.5,.75,1].map(l).map(m=>e.of(m)),g=t.of(o),_=.25*Math.abs(t.factor),p=`M${g} ${c}V${u}M${g} ${f}V${d}M${g-_} ${u}H${g+_}V${f}H${g-_}ZM${g-_} ${h}H${g+_}`;r.push(me("path",{d:p,fill:"none",stroke:s,"stroke-width":1.5}))}return r}function K0(n){let t=Math.min(1,Math.abs(n))**.8;return`rgb(${(n<0?[33,102,172]:[178,60,30]).map(i=>Math.round(245+t*(i-245))).join(",")})`}function j0(n,t,e){let i=Math.abs(t.factor)+.5,s=Math.abs(e.factor)+.5,r=[];return n.z.forEach((o,a)=>o.forEach((l,c)=>{l===null||Number.isNaN(l)||r.push(me("rect",{x:Ar(t.of(c)-i/2),y:Ar(e.of(a)-s/2),width:Ar(i),height:Ar(s),fill:K0(l)}))})),r}function hd(n,t,e,i,s){let{shade:r}=n;if(n.kind==="bar")return J0(n,t,e,i,s);if(n.kind==="box")return Z0(n,t,e);if(n.kind==="heatmap")return j0(n,t,e);let o=[];return n.fill&&n.fill!=="none"&&o.push(me("path",{d:ad(n,t,e)+"Z",fill:n.fillcolor||r,"fill-opacity":.3,stroke:"none"})),n.mode.includes("lines")&&n.line.width!==0&&o.push(me("path",{class:"line",d:ad(n,t,e),fill:"none",stroke:r,"stroke-width":n.line.width||1.5,"stroke-dasharray":q0[n.line.dash],"stroke-linejoin":"round",opacity:n.opacity})),n.mode.includes("markers")&&(n.y.length>200?o.push(me("path",{class:"dots",d:$0(n,t,e),stroke:r,"stroke-width":n.marker.size||3,"stroke-linecap":"round",opacity:n.marker.opacity??1})):o.push(...Y0(n,t,e,r))),[...cd(n,t,e),...o]}var Q0="⁰¹²³⁴⁵⁶⁷⁸⁹",fd=n=>(n<0?"⁻":"")+[...String(Math.abs(n))].map(t=>Q0[t]).join("");function za(n,t){if(n===0||Math.abs(n)<1e-9*t)return"0";let e=Math.max(0,-Math.floor(Math.log10(t)+1e-9)),i=Math.abs(n);if(i>=1e5||e>4){let s=Math.floor(Math.log10(i)+1e-9),r=Number((n/10**s).toPrecision(3));return`${r<0?"−":""}${Math.abs(r)===1?"":`${Math.abs(r)}·`}10${fd(s)}`}return n.toFixed(e).replace("-","−")}function t_(n,t,e){for(let i of[1,1.5,2.5]){let s=ud(n,t,i*e);if(s.length>1)return s}return ud(n,t,4*e)}function ud(n,t,e){let i=(t-n)/Math.max(1,e),s=10**Math.floor(Math.log10(i)),r=s*[1,2,5,10].find(a=>a*s>=i*.999),o=[];for(let a=Math.ceil(n/r-1e-9);a*r<=t+1e-9*r;a++)o.push(a*r);return o.map(a=>[a,za(a,r)])}function e_(n,t,e){let i=Math.ceil(n-1e-9),s=Math.floor(t+1e-9),r=Math.max(1,Math.ceil((s-i+1)/e)),o=[];for(let l=i;l<=s;l+=r)o.push([l,`10${fd(l)}`]);if(o.length>1)return o;let a=[];for(let l=Math.floor(n);l<=t;l++)for(let c of[1,2,5]){let u=l+Math.log10(c);u>=n&&u<=t&&a.push([u,za(c*10**l,10**l)])}return a}var Uo=class{constructor({log:t=!1,words:e=null,low:i,high:s,from:r,to:o,named:a=null}){Object.assign(this,{log:t,words:e,low:i,high:s,from:r,to:o,named:a}),this.factor=(o-r)/(s-i||1)}inner(t){return this.words?typeof t=="string"?this.words.indexOf(t):t:this.log?t>0?Math.log10(t):NaN:t}of(t){return this.from+(this.inner(t)-this.low)*this.factor}back(t){let e=this.low+(t-this.from)/this.factor;return this.log?10**e:e}ticks(t){let[e,i]=[Math.min(this.low,this.high),Math.max(this.low,this.high)];return this.words?this.words.map((s,r)=>[r,s]).filter(([s])=>s>=e&&s<=i):this.named?this.named.filter(([s])=>s>=e&&s<=i):this.log?e_(e,i,t):t_(e,i,t)}at(t){return this.from+(t-this.low)*this.factor}};function dd(n,t,e){let i=-.8,s=.5,r=null,o=me("g",{class:"space"}),a=t.traces.filter(_=>_.kind==="scatter3d"),l=["x","y","z"],c=l.map(_=>{let p=a.flatMap(m=>Array.from(m[_])).filter(Number.isFinite);return[Math.min(...p),Math.max(...p)]}),u=l.map(_=>t.scene[`${_}axis`]?.autorange==="reversed"?-1:1),h=Math.max(...c.map(([_,p])=>p-_))||1,f=.62*Math.min(e.right-e.left,e.bottom-e.top),d=_=>{let[p,m,v]=_.map((R,b)=>u[b]*(R-(c[b][0]+c[b][1])/2)/h),[A,S]=[Math.cos(i)*p-Math.sin(i)*m,Math.sin(i)*p+Math.cos(i)*m];return[(e.left+e.right)/2+f*A,(e.top+e.bottom)/2-f*(Math.cos(s)*v+Math.sin(s)*S)]},g=()=>{let _=[];l.forEach((p,m)=>{let v=c.map(([B])=>B),A=v.slice();A[m]=c[m][1];let[[S,R],[b,x]]=[d(v),d(A)],w=Ti(t.scene[`${p}axis`]?.title?.text)||p;_.push(me("line",{x1:S,y1:R,x2:b,y2:x,class:"edge"}),me("text",{x:b,y:x-4,"text-anchor":"middle"},w))});for(let p of a){let m=Array.from(p.x,(v,A)=>d([v,p.y[A],p.z[A]])).filter(([v])=>Number.isFinite(v)).map(([v,A],S)=>`${S?"L":"M"}${v.toFixed(1)} ${A.toFixed(1)}`).join("");_.push(me("path",{class:"line",d:m,fill:"none",stroke:p.shade,"stroke-width":1.4}))}o.replaceChildren(me("rect",{x:e.left,y:e.top,width:e.right-e.left,height:e.bottom-e.top,fill:"transparent"}),..._)};o.addEventListener("pointerdown",_=>{r=[_.clientX,_.clientY],o.setPointerCapture(_.pointerId),_.stopPropagation()}),o.addEventListener("pointermove",_=>{r&&(i+=.01*(_.clientX-r[0]),s=Math.max(-1.5,Math.min(1.5,s+.01*(_.clientY-r[1]))),r=[_.clientX,_.clientY],g())}),o.addEventListener("pointerup",()=>{r=null}),g(),n.append(o)}var n_=8,Is={tell(n,t,e){document.dispatchEvent(new CustomEvent("dynid-time",{detail:{name:n,t,from:e}}))},hear(n){document.addEventListener("dynid-time",t=>n(t.detail))}},pd=n=>n==null||Number.isNaN(n)?"–":Math.abs(n)>=1e4||n!==0&&Math.abs(n)<.001?n.toExponential(3):String(Number(n.toPrecision(5)));function i_(n,t){let e=0,i=n.length-1;for(;i-e>1;){let s=e+i>>1;n[s]<=t?e=s:i=s}return Math.abs(n[e]-t)<=Math.abs(n[i]-t)?e:i}function s_(n){let t=Math.max(1,Math.floor(n.length/50));for(let e=t;e<n.length;e+=t)if(n[e]<n[e-t])return!1;return!0}function r_(n,t,e){let i=[];for(let s of n.panel.traces)if(!(s.quiet||!s.y||!s.y.length))if(s.texts.length){let r=a=>Math.hypot(n.x.of(s.x[a])-e[0],n.y.of(s.y[a])-e[1]),o=s.texts.reduce((a,l,c)=>Math.abs(n.y.of(s.y[c])-e[1])<Math.abs(n.y.of(s.y[a])-e[1])?c:a,0);(r(o)<60||Math.abs(n.y.of(s.y[o])-e[1])<9)&&i.push(`${s.texts[o]}: ${pd(s.x[o])}`)}else s.kind==="scatter"&&s.x&&s.mode.includes("lines")&&s_(s.x)&&i.push(`${s.name||"value"}: ${pd(s.y[i_(s.x,t)])}`);return i}function md(n){let{box:t}=n,e=!matchMedia("(pointer: coarse)").matches,i=null,s=u=>{let h=t.getBoundingClientRect(),f=[u.clientX-h.left,u.clientY-h.top];return[n.places?.find(({frame:g})=>f[0]>=g.left&&f[0]<=g.right&&f[1]>=g.top&&f[1]<=g.bottom),f]},r=u=>n.places.filter(({x:h})=>!h.words).map(({frame:h,x:f})=>{let d=f.of(u);return d>=Math.min(h.left,h.right)-.5&&d<=h.right+.5?me("line",{x1:d,x2:d,y1:h.top,y2:h.bottom}):null}).filter(Boolean);n.point=u=>n.cursor?.replaceChildren(...r(u));let o=u=>{n.tip.hidden=!u.length,n.tip.replaceChildren(...u.slice(0,n_).map(h=>E("div",{},h)))},a=()=>{n.tip&&(n.tip.hidden=!0),n.figure.clock||n.cursor?.replaceChildren()};t.addEventListener("pointermove",u=>{let[h,f]=s(u);if(i&&n.options.pan)return c(f);if(i)return l(f);if(!h)return a();let d=h.x.back(f[0]),g=r_(h,d,f),_=h.x.words||h.x.named?[]:[za(d,Math.abs(h.x.high-h.x.low)/1e3)];g.length?o([..._,...g]):o([]),n.tip.style.left=`${Math.min(f[0]+14,n.width-170)}px`,n.tip.style.top=`${f[1]+12}px`,!h.x.words&&!h.x.named&&n.point(d),n.figure.clock&&Is.tell(n.figure.clock,d,n)}),t.addEventListener("pointerleave",a),t.addEventListener("pointerdown",u=>{let[h,f]=s(u);!h||h.x.words||h.x.named||!e&&!n.options.pan||(i={found:h,point:f,range:n.range||[h.x.low,h.x.high]},t.setPointerCapture(u.pointerId))}),t.addEventListener("pointerup",u=>{if(!i)return;let[,h]=s(u),{found:f,point:d}=i;if(i=null,n.options.pan||Math.abs(h[0]-d[0])<6)return void n.cursor?.replaceChildren();let g=_=>f.x.inner(f.x.back(_));n.range=[g(d[0]),g(h[0])].sort((_,p)=>_-p),n.draw(),n.options.onRange?.(n.range)}),t.addEventListener("dblclick",()=>{n.range=null,n.draw(),n.options.onRange?.(null)}),n.options.pan&&t.addEventListener("wheel",u=>{let[h,f]=s(u);if(!h)return;u.preventDefault();let[d,g]=n.range||[h.x.low,h.x.high],_=h.x.inner(h.x.back(f[0])),p=Math.exp(.002*u.deltaY);n.range=[_+(d-_)*p,_+(g-_)*p],n.draw(),n.options.onRange?.(n.range)},{passive:!1});function l(u){let{frame:h}=i.found,[f,d]=[i.point[0],Math.max(h.left,Math.min(h.right,u[0]))];n.cursor.replaceChildren(me("rect",{x:Math.min(f,d),y:h.top,width:Math.abs(d-f),height:h.bottom-h.top}))}function c(u){let h=(u[0]-i.point[0])/i.found.x.factor;n.range=i.range.map(f=>f-h),n.draw(),n.options.onRange?.(n.range)}Is.hear(({name:u,t:h,from:f})=>{u&&u===n.figure.clock&&f!==n&&n.root?.isConnected&&n.point(h)})}var Va=6.4,o_=0;function Cr(n,t){return me("text",t,Sh(n).map(([e,i])=>i?me("tspan",{"baseline-shift":"sub","font-size":"75%"},e):e))}function Fo(n,t,e){let i=[];for(let s of e)for(let r of s[t]||[])typeof r=="string"&&!i.includes(r)&&i.push(r);return i.length?i:null}function a_(n){let t=n.traces.filter(e=>e.kind==="heatmap");if(t.length)for(let[e,i]of[["x",n.x],["y",n.y]]){let s=t[0][e];s&&(i.tickvals=[...s].map((r,o)=>o),i.ticktext=[...s],i.range||=e==="y"?[s.length-.5,-.5]:[-.5,s.length-.5],t[0][e]=null)}}var Rr=class{constructor(t,e,i={}){Object.assign(this,{box:t,options:i,range:null,width:0,number:++o_}),this.set(e),md(this),this.resized=new ResizeObserver(()=>{Math.abs(this.box.clientWidth-this.width)>1&&requestAnimationFrame(()=>this.draw())}),this.resized.observe(t),this.draw()}set(t){this.figure=od(t),this.figure.panels.forEach(a_)}draw(){let t=this.box.clientWidth;if(!t)return;this.width=t;let{figure:e}=this,i=this.legend(t),s=e.height,r=e.notes.length?18:6,o={left:this.left(),right:12,top:i.height+r,bottom:this.bottom()};this.places=[],this.root=me("svg",{class:"chart",viewBox:`0 0 ${t} ${s}`,width:t,height:s,role:"img","aria-label":this.about()}),this.root.append(...i.nodes);let a=[t-o.left-o.right,s-o.top-o.bottom];for(let l of e.panels){let[[c,u],[h,f]]=l.domain,d={left:o.left+c*a[0],right:o.left+u*a[0],top:o.top+(1-f)*a[1],bottom:o.top+(1-h)*a[1]};l.scene?dd(this.root,l,d):this.panel(l,d)}for(let l of e.notes)this.root.append(Cr(l.text,{x:o.left+l.x*a[0],y:o.top+(1-l.y)*a[1]-5,"text-anchor":l.xanchor==="left"||l.x===0?"start":"middle",class:"title"}));e.title&&this.root.append(me("text",{x:t/2,y:14,"text-anchor":"middle",class:"title"},e.title)),this.cursor=me("g",{class:"cursor"}),this.root.append(this.cursor),this.box.replaceChildren(this.root,this.tip=E("div",{class:"tip",hidden:!0}))}about(){let t=this.figure.panels.map(e=>Ti(e.y.title?.text)).filter(Boolean);return this.figure.title||t.join(", ")||"plot"}left(){let t=Math.max(0,...this.figure.panels.filter(e=>e.domain[0][0]===0).map(e=>{let i=e.y.ticktext||Fo(e.y,"y",e.traces)||[];return Math.max(0,...i.map(s=>Ti(s).length))}));return Math.min(.45*this.width,Math.max(56,t*Va+12))}bottom(){let t=Math.max(0,...this.figure.panels.filter(e=>this.turned(e)).map(e=>Math.max(...(e.x.ticktext||Fo(e.x,"x",e.traces)).map(i=>Ti(i).length))));return t?Math.min(.5*this.figure.height,.82*Va*t+26):40}turned(t){let e=t.x.ticktext||Fo(t.x,"x",t.traces)||[];return e.length*Math.max(0,...e.map(i=>Ti(i).length))*Va>.8*this.width}legend(t){let e=[],i=8,s=this.figure.title?32:14;for(let r of this.figure.legend){let o=r.name.length*Va+44;i+o>t&&i>8&&(i=8,s+=18);let a=me("g",{class:this.figure.legend.length>2?"entry choice":"entry",opacity:this.dimmed(r)?.35:null,onclick:()=>this.only(r.name)});a.append(me("title",{},this.figure.legend.length>2?"alone, or all again":r.name)),e.push(a),a.append(me("line",{x1:i,x2:i+18,y1:s-4,y2:s-4,stroke:r.shade,"stroke-width":Math.max(2,r.line.width||3),"stroke-dasharray":r.line.dash==="dash"?"6 4":r.line.dash==="dot"?"2 3":null})),a.append(me("text",{x:i+23,y:s},r.name)),i+=o}return{nodes:e,height:e.length?s+6:this.figure.title?22:4}}only(t){this.figure.legend.length<3||(this.alone=this.alone===t?null:t,this.draw())}dimmed(t){return!!(this.alone&&t.name!==this.alone)}panel(t,e){let i={x:Fo(t.x,"x",t.traces),y:Fo(t.y,"y",t.traces)},r=this.figure.panels.filter(m=>!m.scene&&this.shares(t,m)).flatMap(m=>m.traces),[o,a]=this.range&&!i.x?this.range:Mh(t.x,"x",r,i.x);t.x.autorange==="reversed"&&o<a&&([o,a]=[a,o]);let[l,c]=Mh(t.y,"y",this.inRange(t),i.y);t.y.autorange==="reversed"&&l<c&&([l,c]=[c,l]);let u=m=>m.ticktext&&m.tickvals.map((v,A)=>[v,m.ticktext[A]]),h=new Uo({log:t.x.type==="log",words:i.x,low:o,high:a,from:e.left,to:e.right,named:u(t.x)}),f=new Uo({log:t.y.type==="log",words:i.y,low:l,high:c,from:e.bottom,to:e.top,named:u(t.y)});this.axes(t,e,h,f);let d=`clip${this.number}-${this.places.length}`;this.root.append(me("clipPath",{id:d},me("rect",{x:e.left,y:e.top,width:Math.max(0,e.right-e.left),height:Math.max(0,e.bottom-e.top)})));let g=me("g",{"clip-path":`url(#${d})`});for(let m of t.shapes)g.append(this.shape(m,e,h,f));let _=t.traces.filter(m=>m.kind==="bar"),p=this.figure.grouped?_.length:1;for(let m of t.traces){let v=hd(m,h,f,this.figure.grouped?_.indexOf(m):0,p);for(let A of v.filter(Boolean))this.dimmed(m)&&A.setAttribute("opacity",.1),g.append(A)}this.root.append(g),this.places.push({panel:t,frame:e,x:h,y:f})}shares(t,e){let i=s=>s.x.matches||s.xName;return i(t)===i(e)}inRange(t){if(!this.range)return t.traces;let[e,i]=this.range;return t.traces.map(s=>s.x&&s.y&&s.kind==="scatter"?{...s,y:Array.from(s.y).filter((r,o)=>s.x[o]>=e&&s.x[o]<=i)}:s)}axes(t,e,i,s){let r=[],o=[],a=e.right-e.left,l=e.bottom-e.top,c=this.turned(t);for(let[u,h]of i.ticks(t.x.nticks||Math.max(2,Math.min(10,a/80)))){let f=i.at(u);r.push(`M${f} ${e.top}V${e.bottom}`),t.x.showticklabels!==!1&&o.push(c?Cr(h,{x:f,y:e.bottom+12,"text-anchor":"end",transform:`rotate(-55 ${f} ${e.bottom+12})`}):Cr(h,{x:f,y:e.bottom+16,"text-anchor":"middle"}))}for(let[u,h]of s.ticks(t.y.nticks||Math.max(3,Math.min(7,l/38)))){let f=s.at(u);r.push(`M${e.left} ${f}H${e.right}`),o.push(Cr(h,{x:e.left-7,y:f+4,"text-anchor":"end"}))}if(this.root.append(me("path",{class:"grid",d:r.join("")}),me("g",{class:"ticks"},o)),t.x.title?.text&&this.root.append(Cr(t.x.title.text,{class:"axis",x:(e.left+e.right)/2,y:e.bottom+34,"text-anchor":"middle"})),t.y.title?.text){let u=[e.left-44,(e.top+e.bottom)/2];this.root.append(Cr(t.y.title.text,{class:"axis",x:u[0],y:u[1],"text-anchor":"middle",transform:`rotate(-90 ${u})`}))}}shape(t,e,i,s){let r=(f,d)=>String(f||d).includes("domain")||f==="paper",o=f=>r(t.xref,"x")?e.left+f*(e.right-e.left):i.of(f),a=f=>r(t.yref,"y")?e.bottom-f*(e.bottom-e.top):s.of(f),[l,c,u,h]=[o(t.x0),o(t.x1),a(t.y0),a(t.y1)];return t.type==="rect"?me("rect",{x:Math.min(l,c),y:Math.min(u,h),width:Math.abs(c-l),height:Math.abs(h-u),fill:t.fillcolor,opacity:t.opacity??1},t.label?.text?me("title",{},Ti(t.label.text)):null):me("line",{x1:l,x2:c,y1:u,y2:h,stroke:t.line?.color||"currentColor","stroke-dasharray":t.line?.dash==="dot"?"2 3":t.line?.dash?"6 4":null})}};var Hd=0,Qh=1,Wd=2;var ua=1,Xd=2,no=3,Hs=0,Kn=1,yi=2,sr=0,io=1,tu=2,eu=3,nu=4,qd=5;var rr=100,$d=101,Yd=102,Jd=103,Zd=104,Kd=200,jd=201,Qd=202,tp=203,iu=204,su=205,ep=206,np=207,ip=208,sp=209,rp=210,op=211,ap=212,lp=213,cp=214,fl=0,dl=1,pl=2,Wr=3,ml=4,gl=5,_l=6,xl=7,ru=0,hp=1,up=2,Zi=0,ou=1,au=2,lu=3,cu=4,hu=5,uu=6,fu=7;var du=300,or=301,so=302,ql=303,$l=304,vl=1e3,qi=1001,yl=1002,Cn=1003,fp=1004;var fa=1005;var Zn=1006,Yl=1007;var xs=1008;var ti=1009,pu=1010,mu=1011,ro=1012,Jl=1013,Ii=1014,Li=1015,Ni=1016,Zl=1017,Kl=1018,ar=1020,gu=35902,_u=35899,xu=1021,vu=1022,Di=1023,ps=1026,vs=1027,yu=1028,jl=1029,Ws=1030,Ql=1031;var tc=1033,da=33776,pa=33777,ma=33778,ga=33779,ec=35840,nc=35841,ic=35842,sc=35843,rc=36196,oc=37492,ac=37496,lc=37488,cc=37489,_a=37490,hc=37491,uc=37808,fc=37809,dc=37810,pc=37811,mc=37812,gc=37813,_c=37814,xc=37815,vc=37816,yc=37817,Sc=37818,Mc=37819,bc=37820,wc=37821,Ec=36492,Tc=36494,Ac=36495,Cc=36283,Rc=36284,xa=36285,Pc=36286;var Ho=2300,Sl=2301,hl=2302,qh=2303,$h=2400,Yh=2401,Jh=2402;var dp=3200;var Ic=0,pp=1,ys="",ai="srgb",Wo="srgb-linear",Xo="linear",Ae="srgb";var ul=7680;var mp=519,gp=512,_p=513,xp=514,Su=515,vp=516,yp=517,Mu=518,bu=519,Sp=35044;var wu="300 es",xi=2e3,Xr=2001;function l_(n){for(let t=n.length-1;t>=0;--t)if(n[t]>=65535)return!0;return!1}function c_(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function qo(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function Mp(){let n=qo("canvas");return n.style.display="block",n}var gd={},qr=null;function Eu(...n){let t="THREE."+n.shift();qr?qr("log",t,...n):console.log(t,...n)}function bp(n){let t=n[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=n[1];e&&e.isStackTrace?n[0]+=" "+e.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function Jt(...n){n=bp(n);let t="THREE."+n.shift();if(qr)qr("warn",t,...n);else{let e=n[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...n)}}function ne(...n){n=bp(n);let t="THREE."+n.shift();if(qr)qr("error",t,...n);else{let e=n[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...n)}}function Go(...n){let t=n.join(" ");t in gd||(gd[t]=!0,Jt(...n))}function wp(n,t,e){return new Promise(function(i,s){function r(){switch(n.clientWaitSync(t,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:s();break;case n.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:i()}}setTimeout(r,e)})}var Ep={[fl]:fl,[pl]:_l,[ml]:ml,[Wr]:gl,[dl]:dl,[_l]:pl,[xl]:xl,[gl]:Wr},Yi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[t]===void 0&&(i[t]=[]),i[t].indexOf(e)===-1&&i[t].push(e)}hasEventListener(t,e){let i=this._listeners;return i===void 0?!1:i[t]!==void 0&&i[t].indexOf(e)!==-1}removeEventListener(t,e){let i=this._listeners;if(i===void 0)return;let s=i[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let i=e[t.type];if(i!==void 0){t.target=this;let s=i.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},On=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var bh=Math.PI/180,Ml=180/Math.PI;function va(){let n=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(On[n&255]+On[n>>8&255]+On[n>>16&255]+On[n>>24&255]+"-"+On[t&255]+On[t>>8&255]+"-"+On[t>>16&15|64]+On[t>>24&255]+"-"+On[e&63|128]+On[e>>8&255]+"-"+On[e>>16&255]+On[e>>24&255]+On[i&255]+On[i>>8&255]+On[i>>16&255]+On[i>>24&255]).toLowerCase()}function Se(n,t,e){return Math.max(t,Math.min(e,n))}function h_(n,t){return(n%t+t)%t}function wh(n,t,e){return(1-e)*n+e*t}function Tp(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function Tu(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function u_(n,t){if(t.constructor===Float32Array)return n;let e=Tu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/e,-1)}function f_(n,t){if(t.constructor===Float32Array)return n;let e=Tu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*e)}var ve=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,i=this.y,s=t.elements;return this.x=s[0]*e+s[3]*i+s[6],this.y=s[1]*e+s[4]*i+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Se(this.x,t.x,e.x),this.y=Se(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=Se(this.x,t,e),this.y=Se(this.y,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Se(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let i=this.dot(t)/e;return Math.acos(Se(i,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,i=this.y-t.y;return e*e+i*i}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let i=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*i-o*s+t.x,this.y=r*s+o*i+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},vi=class{constructor(t=0,e=0,i=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=i,this._w=s}static slerpFlat(t,e,i,s,r,o,a){let l=i[s+0],c=i[s+1],u=i[s+2],h=i[s+3],f=r[o+0],d=r[o+1],g=r[o+2],_=r[o+3];if(h!==_||l!==f||c!==d||u!==g){let p=l*f+c*d+u*g+h*_;p<0&&(f=-f,d=-d,g=-g,_=-_,p=-p);let m=1-a;if(p<.9995){let v=Math.acos(p),A=Math.sin(v);m=Math.sin(m*v)/A,a=Math.sin(a*v)/A,l=l*m+f*a,c=c*m+d*a,u=u*m+g*a,h=h*m+_*a}else{l=l*m+f*a,c=c*m+d*a,u=u*m+g*a,h=h*m+_*a;let v=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=v,c*=v,u*=v,h*=v}}t[e]=l,t[e+1]=c,t[e+2]=u,t[e+3]=h}static multiplyQuaternionsFlat(t,e,i,s,r,o){let a=i[s],l=i[s+1],c=i[s+2],u=i[s+3],h=r[o],f=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+u*h+l*d-c*f,t[e+1]=l*g+u*f+c*h-a*d,t[e+2]=c*g+u*d+a*f-l*h,t[e+3]=u*g-a*h-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,i,s){return this._x=t,this._y=e,this._z=i,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let i=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(i/2),u=a(s/2),h=a(r/2),f=l(i/2),d=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=f*u*h+c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h-f*d*g;break;case"YXZ":this._x=f*u*h+c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h+f*d*g;break;case"ZXY":this._x=f*u*h-c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h-f*d*g;break;case"ZYX":this._x=f*u*h-c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h+f*d*g;break;case"YZX":this._x=f*u*h+c*d*g,this._y=c*d*h+f*u*g,this._z=c*u*g-f*d*h,this._w=c*u*h-f*d*g;break;case"XZY":this._x=f*u*h-c*d*g,this._y=c*d*h-f*u*g,this._z=c*u*g+f*d*h,this._w=c*u*h+f*d*g;break;default:Jt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let i=e/2,s=Math.sin(i);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,i=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],u=e[6],h=e[10],f=i+a+h;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(u-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(i>a&&i>h){let d=2*Math.sqrt(1+i-a-h);this._w=(u-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>h){let d=2*Math.sqrt(1+a-i-h);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+u)/d}else{let d=2*Math.sqrt(1+h-i-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+u)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let i=t.dot(e)+1;return i<1e-8?(i=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=i):(this._x=0,this._y=-t.z,this._z=t.y,this._w=i)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=i),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(Se(this.dot(t),-1,1)))}rotateTowards(t,e){let i=this.angleTo(t);if(i===0)return this;let s=Math.min(1,e/i);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let i=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,u=e._w;return this._x=i*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-i*c,this._z=r*u+o*c+i*l-s*a,this._w=o*u-i*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let i=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(i=-i,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),u=Math.sin(c);l=Math.sin(l*c)/u,e=Math.sin(e*c)/u,this._x=this._x*l+i*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+i*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,i){return this.copy(t).slerp(e,i)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),i=Math.random(),s=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},j=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,i=0){this.x=t,this.y=e,this.z=i}set(t,e,i){return i===void 0&&(i=this.z),this.x=t,this.y=e,this.z=i,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(_d.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(_d.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,i=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*i+r[6]*s,this.y=r[1]*e+r[4]*i+r[7]*s,this.z=r[2]*e+r[5]*i+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,i=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*i+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*i+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*i+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*i+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,i=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*i),u=2*(a*e-r*s),h=2*(r*i-o*e);return this.x=e+l*c+o*h-a*u,this.y=i+l*u+a*c-r*h,this.z=s+l*h+r*u-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,i=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*i+r[8]*s,this.y=r[1]*e+r[5]*i+r[9]*s,this.z=r[2]*e+r[6]*i+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Se(this.x,t.x,e.x),this.y=Se(this.y,t.y,e.y),this.z=Se(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=Se(this.x,t,e),this.y=Se(this.y,t,e),this.z=Se(this.z,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Se(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this.z=t.z+(e.z-t.z)*i,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let i=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-i*l,this.z=i*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let i=t.dot(this)/e;return this.copy(t).multiplyScalar(i)}projectOnPlane(t){return Eh.copy(this).projectOnVector(t),this.sub(Eh)}reflect(t){return this.sub(Eh.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let i=this.dot(t)/e;return Math.acos(Se(i,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,i=this.y-t.y,s=this.z-t.z;return e*e+i*i+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,i){let s=Math.sin(e)*t;return this.x=s*Math.sin(i),this.y=Math.cos(e)*t,this.z=s*Math.cos(i),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,i){return this.x=t*Math.sin(e),this.y=i,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),i=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=i,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,i=Math.sqrt(1-e*e);return this.x=i*Math.cos(t),this.y=e,this.z=i*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Eh=new j,_d=new vi,se=class{static{this.prototype.isMatrix3=!0}constructor(t,e,i,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,i,s,r,o,a,l,c)}set(t,e,i,s,r,o,a,l,c){let u=this.elements;return u[0]=t,u[1]=s,u[2]=a,u[3]=e,u[4]=r,u[5]=l,u[6]=i,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,i=t.elements;return e[0]=i[0],e[1]=i[1],e[2]=i[2],e[3]=i[3],e[4]=i[4],e[5]=i[5],e[6]=i[6],e[7]=i[7],e[8]=i[8],this}extractBasis(t,e,i){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let i=t.elements,s=e.elements,r=this.elements,o=i[0],a=i[3],l=i[6],c=i[1],u=i[4],h=i[7],f=i[2],d=i[5],g=i[8],_=s[0],p=s[3],m=s[6],v=s[1],A=s[4],S=s[7],R=s[2],b=s[5],x=s[8];return r[0]=o*_+a*v+l*R,r[3]=o*p+a*A+l*b,r[6]=o*m+a*S+l*x,r[1]=c*_+u*v+h*R,r[4]=c*p+u*A+h*b,r[7]=c*m+u*S+h*x,r[2]=f*_+d*v+g*R,r[5]=f*p+d*A+g*b,r[8]=f*m+d*S+g*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],i=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8];return e*o*u-e*a*c-i*r*u+i*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],i=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=u*o-a*c,f=a*l-u*r,d=c*r-o*l,g=e*h+i*f+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return t[0]=h*_,t[1]=(s*c-u*i)*_,t[2]=(a*i-s*o)*_,t[3]=f*_,t[4]=(u*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=d*_,t[7]=(i*l-c*e)*_,t[8]=(o*e-i*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,i,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(i*l,i*c,-i*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return Go("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Th.makeScale(t,e)),this}rotate(t){return Go("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Th.makeRotation(-t)),this}translate(t,e){return Go("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Th.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,-i,0,i,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,i=t.elements;for(let s=0;s<9;s++)if(e[s]!==i[s])return!1;return!0}fromArray(t,e=0){for(let i=0;i<9;i++)this.elements[i]=t[i+e];return this}toArray(t=[],e=0){let i=this.elements;return t[e]=i[0],t[e+1]=i[1],t[e+2]=i[2],t[e+3]=i[3],t[e+4]=i[4],t[e+5]=i[5],t[e+6]=i[6],t[e+7]=i[7],t[e+8]=i[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Th=new se,xd=new se().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),vd=new se().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function d_(){let n={enabled:!0,workingColorSpace:Wo,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ae&&(s.r=ds(s.r),s.g=ds(s.g),s.b=ds(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ae&&(s.r=Hr(s.r),s.g=Hr(s.g),s.b=Hr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ys?Xo:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[Wo]:{primaries:t,whitePoint:i,transfer:Xo,toXYZ:xd,fromXYZ:vd,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:ai},outputColorSpaceConfig:{drawingBufferColorSpace:ai}},[ai]:{primaries:t,whitePoint:i,transfer:Ae,toXYZ:xd,fromXYZ:vd,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:ai}}}),n}var xe=d_();function ds(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function Hr(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Pr,bl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let i;if(t instanceof HTMLCanvasElement)i=t;else{Pr===void 0&&(Pr=qo("canvas")),Pr.width=t.width,Pr.height=t.height;let s=Pr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),i=Pr}return i.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=qo("canvas");e.width=t.width,e.height=t.height;let i=e.getContext("2d");i.drawImage(t,0,0,t.width,t.height);let s=i.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ds(r[o]/255)*255;return i.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let i=0;i<e.length;i++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[i]=Math.floor(ds(e[i]/255)*255):e[i]=ds(e[i]);return{data:e,width:t.width,height:t.height}}else return Jt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},p_=0,$r=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:p_++}),this.uuid=va(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let i={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Ah(s[o].image)):r.push(Ah(s[o]))}else r=Ah(s);i.url=r}return e||(t.images[this.uuid]=i),i}};function Ah(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?bl.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(Jt("Texture: Unable to serialize Texture."),{})}var m_=0,Ch=new j,Qn=class n extends Yi{constructor(t=n.DEFAULT_IMAGE,e=n.DEFAULT_MAPPING,i=qi,s=qi,r=Zn,o=xs,a=Di,l=ti,c=n.DEFAULT_ANISOTROPY,u=ys){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:m_++}),this.uuid=va(),this.name="",this.source=new $r(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=i,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new ve(0,0),this.repeat=new ve(1,1),this.center=new ve(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new se,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Ch).x}get height(){return this.source.getSize(Ch).y}get depth(){return this.source.getSize(Ch).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let i=t[e];if(i===void 0){Jt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Jt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&i&&s.isVector2&&i.isVector2||s&&i&&s.isVector3&&i.isVector3||s&&i&&s.isMatrix3&&i.isMatrix3?s.copy(i):this[e]=i}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),e||(t.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==du)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case vl:t.x=t.x-Math.floor(t.x);break;case qi:t.x=t.x<0?0:1;break;case yl:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case vl:t.y=t.y-Math.floor(t.y);break;case qi:t.y=t.y<0?0:1;break;case yl:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Qn.DEFAULT_IMAGE=null;Qn.DEFAULT_MAPPING=du;Qn.DEFAULT_ANISOTROPY=1;var Je=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,i=0,s=1){this.x=t,this.y=e,this.z=i,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,i,s){return this.x=t,this.y=e,this.z=i,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,i=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*i+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*i+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*i+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*i+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,i,s,r,l=t.elements,c=l[0],u=l[4],h=l[8],f=l[1],d=l[5],g=l[9],_=l[2],p=l[6],m=l[10];if(Math.abs(u-f)<.01&&Math.abs(h-_)<.01&&Math.abs(g-p)<.01){if(Math.abs(u+f)<.1&&Math.abs(h+_)<.1&&Math.abs(g+p)<.1&&Math.abs(c+d+m-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+1)/2,S=(d+1)/2,R=(m+1)/2,b=(u+f)/4,x=(h+_)/4,w=(g+p)/4;return A>S&&A>R?A<.01?(i=0,s=.707106781,r=.707106781):(i=Math.sqrt(A),s=b/i,r=x/i):S>R?S<.01?(i=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),i=b/s,r=w/s):R<.01?(i=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),i=x/r,s=w/r),this.set(i,s,r,e),this}let v=Math.sqrt((p-g)*(p-g)+(h-_)*(h-_)+(f-u)*(f-u));return Math.abs(v)<.001&&(v=1),this.x=(p-g)/v,this.y=(h-_)/v,this.z=(f-u)/v,this.w=Math.acos((c+d+m-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Se(this.x,t.x,e.x),this.y=Se(this.y,t.y,e.y),this.z=Se(this.z,t.z,e.z),this.w=Se(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=Se(this.x,t,e),this.y=Se(this.y,t,e),this.z=Se(this.z,t,e),this.w=Se(this.w,t,e),this}clampLength(t,e){let i=this.length();return this.divideScalar(i||1).multiplyScalar(Se(i,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,i){return this.x=t.x+(e.x-t.x)*i,this.y=t.y+(e.y-t.y)*i,this.z=t.z+(e.z-t.z)*i,this.w=t.w+(e.w-t.w)*i,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},wl=class extends Yi{constructor(t=1,e=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Zn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=i.depth,this.scissor=new Je(0,0,t,e),this.scissorTest=!1,this.viewport=new Je(0,0,t,e),this.textures=[];let s=i.count;for(let r=0;r<s;r++)this.textures[r]=new Qn({width:t,height:e,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Zn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,i=1){if(this.width!==t||this.height!==e||this.depth!==i){this.width=t,this.height=e,this.depth=i;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=i,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,i=t.textures.length;e<i;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new $r(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},ci=class extends wl{constructor(t=1,e=1,i={}){super(t,e,i),this.isWebGLRenderTarget=!0}},$o=class extends Qn{constructor(t=null,e=1,i=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:i,depth:s},this.magFilter=Cn,this.minFilter=Cn,this.wrapR=qi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var El=class extends Qn{constructor(t=null,e=1,i=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:i,depth:s},this.magFilter=Cn,this.minFilter=Cn,this.wrapR=qi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Fe=class n{static{this.prototype.isMatrix4=!0}constructor(t,e,i,s,r,o,a,l,c,u,h,f,d,g,_,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,i,s,r,o,a,l,c,u,h,f,d,g,_,p)}set(t,e,i,s,r,o,a,l,c,u,h,f,d,g,_,p){let m=this.elements;return m[0]=t,m[4]=e,m[8]=i,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=u,m[10]=h,m[14]=f,m[3]=d,m[7]=g,m[11]=_,m[15]=p,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(t){let e=this.elements,i=t.elements;return e[0]=i[0],e[1]=i[1],e[2]=i[2],e[3]=i[3],e[4]=i[4],e[5]=i[5],e[6]=i[6],e[7]=i[7],e[8]=i[8],e[9]=i[9],e[10]=i[10],e[11]=i[11],e[12]=i[12],e[13]=i[13],e[14]=i[14],e[15]=i[15],this}copyPosition(t){let e=this.elements,i=t.elements;return e[12]=i[12],e[13]=i[13],e[14]=i[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,i){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),i.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(t,e,i){return this.set(t.x,e.x,i.x,0,t.y,e.y,i.y,0,t.z,e.z,i.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,i=t.elements,s=1/Ir.setFromMatrixColumn(t,0).length(),r=1/Ir.setFromMatrixColumn(t,1).length(),o=1/Ir.setFromMatrixColumn(t,2).length();return e[0]=i[0]*s,e[1]=i[1]*s,e[2]=i[2]*s,e[3]=0,e[4]=i[4]*r,e[5]=i[5]*r,e[6]=i[6]*r,e[7]=0,e[8]=i[8]*o,e[9]=i[9]*o,e[10]=i[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,i=t.x,s=t.y,r=t.z,o=Math.cos(i),a=Math.sin(i),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(t.order==="XYZ"){let f=o*u,d=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=-l*h,e[8]=c,e[1]=d+g*c,e[5]=f-_*c,e[9]=-a*l,e[2]=_-f*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){let f=l*u,d=l*h,g=c*u,_=c*h;e[0]=f+_*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*h,e[5]=o*u,e[9]=-a,e[2]=d*a-g,e[6]=_+f*a,e[10]=o*l}else if(t.order==="ZXY"){let f=l*u,d=l*h,g=c*u,_=c*h;e[0]=f-_*a,e[4]=-o*h,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*u,e[9]=_-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let f=o*u,d=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=g*c-d,e[8]=f*c+_,e[1]=l*h,e[5]=_*c+f,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=_-f*h,e[8]=g*h+d,e[1]=h,e[5]=o*u,e[9]=-a*u,e[2]=-c*u,e[6]=d*h+g,e[10]=f-_*h}else if(t.order==="XZY"){let f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=-h,e[8]=c*u,e[1]=f*h+_,e[5]=o*u,e[9]=d*h-g,e[2]=g*h-d,e[6]=a*u,e[10]=_*h+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(g_,t,__)}lookAt(t,e,i){let s=this.elements;return ri.subVectors(t,e),ri.lengthSq()===0&&(ri.z=1),ri.normalize(),Ls.crossVectors(i,ri),Ls.lengthSq()===0&&(Math.abs(i.z)===1?ri.x+=1e-4:ri.z+=1e-4,ri.normalize(),Ls.crossVectors(i,ri)),Ls.normalize(),Ga.crossVectors(ri,Ls),s[0]=Ls.x,s[4]=Ga.x,s[8]=ri.x,s[1]=Ls.y,s[5]=Ga.y,s[9]=ri.y,s[2]=Ls.z,s[6]=Ga.z,s[10]=ri.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let i=t.elements,s=e.elements,r=this.elements,o=i[0],a=i[4],l=i[8],c=i[12],u=i[1],h=i[5],f=i[9],d=i[13],g=i[2],_=i[6],p=i[10],m=i[14],v=i[3],A=i[7],S=i[11],R=i[15],b=s[0],x=s[4],w=s[8],B=s[12],P=s[1],I=s[5],F=s[9],O=s[13],D=s[2],G=s[6],$=s[10],H=s[14],dt=s[3],Z=s[7],et=s[11],rt=s[15];return r[0]=o*b+a*P+l*D+c*dt,r[4]=o*x+a*I+l*G+c*Z,r[8]=o*w+a*F+l*$+c*et,r[12]=o*B+a*O+l*H+c*rt,r[1]=u*b+h*P+f*D+d*dt,r[5]=u*x+h*I+f*G+d*Z,r[9]=u*w+h*F+f*$+d*et,r[13]=u*B+h*O+f*H+d*rt,r[2]=g*b+_*P+p*D+m*dt,r[6]=g*x+_*I+p*G+m*Z,r[10]=g*w+_*F+p*$+m*et,r[14]=g*B+_*O+p*H+m*rt,r[3]=v*b+A*P+S*D+R*dt,r[7]=v*x+A*I+S*G+R*Z,r[11]=v*w+A*F+S*$+R*et,r[15]=v*B+A*O+S*H+R*rt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],i=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],u=t[2],h=t[6],f=t[10],d=t[14],g=t[3],_=t[7],p=t[11],m=t[15],v=l*d-c*f,A=a*d-c*h,S=a*f-l*h,R=o*d-c*u,b=o*f-l*u,x=o*h-a*u;return e*(_*v-p*A+m*S)-i*(g*v-p*R+m*b)+s*(g*A-_*R+m*x)-r*(g*S-_*b+p*x)}determinantAffine(){let t=this.elements,e=t[0],i=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],u=t[10];return e*(o*u-a*c)-i*(r*u-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,i){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=i),this}invert(){let t=this.elements,e=t[0],i=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=t[9],f=t[10],d=t[11],g=t[12],_=t[13],p=t[14],m=t[15],v=e*a-i*o,A=e*l-s*o,S=e*c-r*o,R=i*l-s*a,b=i*c-r*a,x=s*c-r*l,w=u*_-h*g,B=u*p-f*g,P=u*m-d*g,I=h*p-f*_,F=h*m-d*_,O=f*m-d*p,D=v*O-A*F+S*I+R*P-b*B+x*w;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let G=1/D;return t[0]=(a*O-l*F+c*I)*G,t[1]=(s*F-i*O-r*I)*G,t[2]=(_*x-p*b+m*R)*G,t[3]=(f*b-h*x-d*R)*G,t[4]=(l*P-o*O-c*B)*G,t[5]=(e*O-s*P+r*B)*G,t[6]=(p*S-g*x-m*A)*G,t[7]=(u*x-f*S+d*A)*G,t[8]=(o*F-a*P+c*w)*G,t[9]=(i*P-e*F-r*w)*G,t[10]=(g*b-_*S+m*v)*G,t[11]=(h*S-u*b-d*v)*G,t[12]=(a*B-o*I-l*w)*G,t[13]=(e*I-i*B+s*w)*G,t[14]=(_*A-g*R-p*v)*G,t[15]=(u*R-h*A+f*v)*G,this}scale(t){let e=this.elements,i=t.x,s=t.y,r=t.z;return e[0]*=i,e[4]*=s,e[8]*=r,e[1]*=i,e[5]*=s,e[9]*=r,e[2]*=i,e[6]*=s,e[10]*=r,e[3]*=i,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],i=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,i,s))}makeTranslation(t,e,i){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,i,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),i=Math.sin(t);return this.set(1,0,0,0,0,e,-i,0,0,i,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,0,i,0,0,1,0,0,-i,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),i=Math.sin(t);return this.set(e,-i,0,0,i,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let i=Math.cos(e),s=Math.sin(e),r=1-i,o=t.x,a=t.y,l=t.z,c=r*o,u=r*a;return this.set(c*o+i,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+i,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+i,0,0,0,0,1),this}makeScale(t,e,i){return this.set(t,0,0,0,0,e,0,0,0,0,i,0,0,0,0,1),this}makeShear(t,e,i,s,r,o){return this.set(1,i,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,i){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,u=o+o,h=a+a,f=r*c,d=r*u,g=r*h,_=o*u,p=o*h,m=a*h,v=l*c,A=l*u,S=l*h,R=i.x,b=i.y,x=i.z;return s[0]=(1-(_+m))*R,s[1]=(d+S)*R,s[2]=(g-A)*R,s[3]=0,s[4]=(d-S)*b,s[5]=(1-(f+m))*b,s[6]=(p+v)*b,s[7]=0,s[8]=(g+A)*x,s[9]=(p-v)*x,s[10]=(1-(f+_))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,i){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),e.identity(),this;let o=Ir.set(s[0],s[1],s[2]).length(),a=Ir.set(s[4],s[5],s[6]).length(),l=Ir.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ai.copy(this);let c=1/o,u=1/a,h=1/l;return Ai.elements[0]*=c,Ai.elements[1]*=c,Ai.elements[2]*=c,Ai.elements[4]*=u,Ai.elements[5]*=u,Ai.elements[6]*=u,Ai.elements[8]*=h,Ai.elements[9]*=h,Ai.elements[10]*=h,e.setFromRotationMatrix(Ai),i.x=o,i.y=a,i.z=l,this}makePerspective(t,e,i,s,r,o,a=xi,l=!1){let c=this.elements,u=2*r/(e-t),h=2*r/(i-s),f=(e+t)/(e-t),d=(i+s)/(i-s),g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===xi)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Xr)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=h,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,i,s,r,o,a=xi,l=!1){let c=this.elements,u=2/(e-t),h=2/(i-s),f=-(e+t)/(e-t),d=-(i+s)/(i-s),g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===xi)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===Xr)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=h,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,i=t.elements;for(let s=0;s<16;s++)if(e[s]!==i[s])return!1;return!0}fromArray(t,e=0){for(let i=0;i<16;i++)this.elements[i]=t[i+e];return this}toArray(t=[],e=0){let i=this.elements;return t[e]=i[0],t[e+1]=i[1],t[e+2]=i[2],t[e+3]=i[3],t[e+4]=i[4],t[e+5]=i[5],t[e+6]=i[6],t[e+7]=i[7],t[e+8]=i[8],t[e+9]=i[9],t[e+10]=i[10],t[e+11]=i[11],t[e+12]=i[12],t[e+13]=i[13],t[e+14]=i[14],t[e+15]=i[15],t}},Ir=new j,Ai=new Fe,g_=new j(0,0,0),__=new j(1,1,1),Ls=new j,Ga=new j,ri=new j,yd=new Fe,Sd=new vi,ms=class n{constructor(t=0,e=0,i=0,s=n.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=i,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,i,s=this._order){return this._x=t,this._y=e,this._z=i,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,i=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],h=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(Se(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Se(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(Se(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-h,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Se(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Se(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-Se(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,d),this._y=0);break;default:Jt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,i===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,i){return yd.makeRotationFromQuaternion(t),this.setFromRotationMatrix(yd,e,i)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Sd.setFromEuler(this),this.setFromQuaternion(Sd,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ms.DEFAULT_ORDER="XYZ";var Yo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},x_=0,Md=new j,Lr=new vi,ls=new Fe,Ha=new j,Oo=new j,v_=new j,y_=new vi,bd=new j(1,0,0),wd=new j(0,1,0),Ed=new j(0,0,1),Td={type:"added"},S_={type:"removed"},Nr={type:"childadded",child:null},Rh={type:"childremoved",child:null},kn=class n extends Yi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:x_++}),this.uuid=va(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let t=new j,e=new ms,i=new vi,s=new j(1,1,1);function r(){i.setFromEuler(e,!1)}function o(){e.setFromQuaternion(i,void 0,!1)}e._onChange(r),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Fe},normalMatrix:{value:new se}}),this.matrix=new Fe,this.matrixWorld=new Fe,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Yo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Lr.setFromAxisAngle(t,e),this.quaternion.multiply(Lr),this}rotateOnWorldAxis(t,e){return Lr.setFromAxisAngle(t,e),this.quaternion.premultiply(Lr),this}rotateX(t){return this.rotateOnAxis(bd,t)}rotateY(t){return this.rotateOnAxis(wd,t)}rotateZ(t){return this.rotateOnAxis(Ed,t)}translateOnAxis(t,e){return Md.copy(t).applyQuaternion(this.quaternion),this.position.add(Md.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(bd,t)}translateY(t){return this.translateOnAxis(wd,t)}translateZ(t){return this.translateOnAxis(Ed,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(ls.copy(this.matrixWorld).invert())}lookAt(t,e,i){t.isVector3?Ha.copy(t):Ha.set(t,e,i);let s=this.parent;this.updateWorldMatrix(!0,!1),Oo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ls.lookAt(Oo,Ha,this.up):ls.lookAt(Ha,Oo,this.up),this.quaternion.setFromRotationMatrix(ls),s&&(ls.extractRotation(s.matrixWorld),Lr.setFromRotationMatrix(ls),this.quaternion.premultiply(Lr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ne("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Td),Nr.child=t,this.dispatchEvent(Nr),Nr.child=null):ne("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(S_),Rh.child=t,this.dispatchEvent(Rh),Rh.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),ls.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),ls.multiply(t.parent.matrixWorld)),t.applyMatrix4(ls),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Td),Nr.child=t,this.dispatchEvent(Nr),Nr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let i=0,s=this.children.length;i<s;i++){let o=this.children[i].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,i=[]){this[t]===e&&i.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,i);return i}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Oo,t,v_),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Oo,y_,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let i=0,s=e.length;i<s;i++)e[i].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let i=0,s=e.length;i<s;i++)e[i].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,i=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*i-r[8]*s,r[13]+=i-r[1]*e-r[5]*i-r[9]*s,r[14]+=s-r[2]*e-r[6]*i-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let i=0,s=e.length;i<s;i++)e[i].updateMatrixWorld(t)}updateWorldMatrix(t,e,i=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,i)}}toJSON(t){let e=t===void 0||typeof t=="string",i={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let h=l[c];r(t.shapes,h)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),u=o(t.images),h=o(t.shapes),f=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(i.geometries=a),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),u.length>0&&(i.images=u),h.length>0&&(i.shapes=h),f.length>0&&(i.skeletons=f),d.length>0&&(i.animations=d),g.length>0&&(i.nodes=g)}return i.object=s,i;function o(a){let l=[];for(let c in a){let u=a[c];delete u.metadata,l.push(u)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let i=0;i<t.children.length;i++){let s=t.children[i];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};kn.DEFAULT_UP=new j(0,1,0);kn.DEFAULT_MATRIX_AUTO_UPDATE=!0;kn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var $i=class extends kn{constructor(){super(),this.isGroup=!0,this.type="Group"}},M_={type:"move"},Yr=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new $i,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new $i,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new j,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new j),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new $i,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new j,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new j,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let i of t.hand.values())this._getHandJoint(e,i)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,i){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let p=e.getJointPose(_,i),m=this._getHandJoint(c,_);p!==null&&(m.matrix.fromArray(p.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=p.radius),m.visible=p!==null}let u=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],f=u.position.distanceTo(h.position),d=.02,g=.005;c.inputState.pinching&&f>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,i),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,i),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(M_)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let i=new $i;i.matrixAutoUpdate=!1,i.visible=!1,t.joints[e.jointName]=i,t.add(i)}return t.joints[e.jointName]}},Ap={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ns={h:0,s:0,l:0},Wa={h:0,s:0,l:0};function Ph(n,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?n+(t-n)*6*e:e<1/2?t:e<2/3?n+(t-n)*6*(2/3-e):n}var fe=class{constructor(t,e,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,i)}set(t,e,i){if(e===void 0&&i===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,i);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=ai){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,xe.colorSpaceToWorking(this,e),this}setRGB(t,e,i,s=xe.workingColorSpace){return this.r=t,this.g=e,this.b=i,xe.colorSpaceToWorking(this,s),this}setHSL(t,e,i,s=xe.workingColorSpace){if(t=h_(t,1),e=Se(e,0,1),i=Se(i,0,1),e===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+e):i+e-i*e,o=2*i-r;this.r=Ph(o,r,t+1/3),this.g=Ph(o,r,t),this.b=Ph(o,r,t-1/3)}return xe.colorSpaceToWorking(this,s),this}setStyle(t,e=ai){function i(r){r!==void 0&&parseFloat(r)<1&&Jt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:Jt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);Jt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=ai){let i=Ap[t.toLowerCase()];return i!==void 0?this.setHex(i,e):Jt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ds(t.r),this.g=ds(t.g),this.b=ds(t.b),this}copyLinearToSRGB(t){return this.r=Hr(t.r),this.g=Hr(t.g),this.b=Hr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=ai){return xe.workingToColorSpace(Bn.copy(this),t),Math.round(Se(Bn.r*255,0,255))*65536+Math.round(Se(Bn.g*255,0,255))*256+Math.round(Se(Bn.b*255,0,255))}getHexString(t=ai){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=xe.workingColorSpace){xe.workingToColorSpace(Bn.copy(this),e);let i=Bn.r,s=Bn.g,r=Bn.b,o=Math.max(i,s,r),a=Math.min(i,s,r),l,c,u=(a+o)/2;if(a===o)l=0,c=0;else{let h=o-a;switch(c=u<=.5?h/(o+a):h/(2-o-a),o){case i:l=(s-r)/h+(s<r?6:0);break;case s:l=(r-i)/h+2;break;case r:l=(i-s)/h+4;break}l/=6}return t.h=l,t.s=c,t.l=u,t}getRGB(t,e=xe.workingColorSpace){return xe.workingToColorSpace(Bn.copy(this),e),t.r=Bn.r,t.g=Bn.g,t.b=Bn.b,t}getStyle(t=ai){xe.workingToColorSpace(Bn.copy(this),t);let e=Bn.r,i=Bn.g,s=Bn.b;return t!==ai?`color(${t} ${e.toFixed(3)} ${i.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(i*255)},${Math.round(s*255)})`}offsetHSL(t,e,i){return this.getHSL(Ns),this.setHSL(Ns.h+t,Ns.s+e,Ns.l+i)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,i){return this.r=t.r+(e.r-t.r)*i,this.g=t.g+(e.g-t.g)*i,this.b=t.b+(e.b-t.b)*i,this}lerpHSL(t,e){this.getHSL(Ns),t.getHSL(Wa);let i=wh(Ns.h,Wa.h,e),s=wh(Ns.s,Wa.s,e),r=wh(Ns.l,Wa.l,e);return this.setHSL(i,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,i=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*i+r[6]*s,this.g=r[1]*e+r[4]*i+r[7]*s,this.b=r[2]*e+r[5]*i+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Bn=new fe;fe.NAMES=Ap;var Jo=class extends kn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ms,this.environmentIntensity=1,this.environmentRotation=new ms,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ci=new j,cs=new j,Ih=new j,hs=new j,Dr=new j,Ur=new j,Ad=new j,Lh=new j,Nh=new j,Dh=new j,Uh=new Je,Fh=new Je,Oh=new Je,Os=class n{constructor(t=new j,e=new j,i=new j){this.a=t,this.b=e,this.c=i}static getNormal(t,e,i,s){s.subVectors(i,e),Ci.subVectors(t,e),s.cross(Ci);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,i,s,r){Ci.subVectors(s,e),cs.subVectors(i,e),Ih.subVectors(t,e);let o=Ci.dot(Ci),a=Ci.dot(cs),l=Ci.dot(Ih),c=cs.dot(cs),u=cs.dot(Ih),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;let f=1/h,d=(c*l-a*u)*f,g=(o*u-a*l)*f;return r.set(1-d-g,g,d)}static containsPoint(t,e,i,s){return this.getBarycoord(t,e,i,s,hs)===null?!1:hs.x>=0&&hs.y>=0&&hs.x+hs.y<=1}static getInterpolation(t,e,i,s,r,o,a,l){return this.getBarycoord(t,e,i,s,hs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,hs.x),l.addScaledVector(o,hs.y),l.addScaledVector(a,hs.z),l)}static getInterpolatedAttribute(t,e,i,s,r,o){return Uh.setScalar(0),Fh.setScalar(0),Oh.setScalar(0),Uh.fromBufferAttribute(t,e),Fh.fromBufferAttribute(t,i),Oh.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Uh,r.x),o.addScaledVector(Fh,r.y),o.addScaledVector(Oh,r.z),o}static isFrontFacing(t,e,i,s){return Ci.subVectors(i,e),cs.subVectors(t,e),Ci.cross(cs).dot(s)<0}set(t,e,i){return this.a.copy(t),this.b.copy(e),this.c.copy(i),this}setFromPointsAndIndices(t,e,i,s){return this.a.copy(t[e]),this.b.copy(t[i]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,i,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,i),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ci.subVectors(this.c,this.b),cs.subVectors(this.a,this.b),Ci.cross(cs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return n.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return n.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,i,s,r){return n.getInterpolation(t,this.a,this.b,this.c,e,i,s,r)}containsPoint(t){return n.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return n.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let i=this.a,s=this.b,r=this.c,o,a;Dr.subVectors(s,i),Ur.subVectors(r,i),Lh.subVectors(t,i);let l=Dr.dot(Lh),c=Ur.dot(Lh);if(l<=0&&c<=0)return e.copy(i);Nh.subVectors(t,s);let u=Dr.dot(Nh),h=Ur.dot(Nh);if(u>=0&&h<=u)return e.copy(s);let f=l*h-u*c;if(f<=0&&l>=0&&u<=0&&l-u>0)return o=l/(l-u),e.copy(i).addScaledVector(Dr,o);Dh.subVectors(t,r);let d=Dr.dot(Dh),g=Ur.dot(Dh);if(g>=0&&d<=g)return e.copy(r);let _=d*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(i).addScaledVector(Ur,a);let p=u*g-d*h;if(p<=0&&h-u>=0&&d-g>=0)return Ad.subVectors(r,s),a=(h-u)/(h-u+(d-g)),e.copy(s).addScaledVector(Ad,a);let m=1/(p+_+f);return o=_*m,a=f*m,e.copy(i).addScaledVector(Dr,o).addScaledVector(Ur,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Bs=class{constructor(t=new j(1/0,1/0,1/0),e=new j(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,i=t.length;e<i;e+=3)this.expandByPoint(Ri.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,i=t.count;e<i;e++)this.expandByPoint(Ri.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,i=t.length;e<i;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let i=Ri.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(i),this.max.copy(t).add(i),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let i=t.geometry;if(i!==void 0){let r=i.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Ri):Ri.fromBufferAttribute(r,o),Ri.applyMatrix4(t.matrixWorld),this.expandByPoint(Ri);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Xa.copy(t.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),Xa.copy(i.boundingBox)),Xa.applyMatrix4(t.matrixWorld),this.union(Xa)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ri),Ri.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,i;return t.normal.x>0?(e=t.normal.x*this.min.x,i=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,i=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,i+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,i+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,i+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,i+=t.normal.z*this.min.z),e<=-t.constant&&i>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Bo),qa.subVectors(this.max,Bo),Fr.subVectors(t.a,Bo),Or.subVectors(t.b,Bo),Br.subVectors(t.c,Bo),Ds.subVectors(Or,Fr),Us.subVectors(Br,Or),js.subVectors(Fr,Br);let e=[0,-Ds.z,Ds.y,0,-Us.z,Us.y,0,-js.z,js.y,Ds.z,0,-Ds.x,Us.z,0,-Us.x,js.z,0,-js.x,-Ds.y,Ds.x,0,-Us.y,Us.x,0,-js.y,js.x,0];return!Bh(e,Fr,Or,Br,qa)||(e=[1,0,0,0,1,0,0,0,1],!Bh(e,Fr,Or,Br,qa))?!1:($a.crossVectors(Ds,Us),e=[$a.x,$a.y,$a.z],Bh(e,Fr,Or,Br,qa))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ri).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ri).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(us[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),us[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),us[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),us[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),us[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),us[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),us[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),us[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(us),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},us=[new j,new j,new j,new j,new j,new j,new j,new j],Ri=new j,Xa=new Bs,Fr=new j,Or=new j,Br=new j,Ds=new j,Us=new j,js=new j,Bo=new j,qa=new j,$a=new j,Qs=new j;function Bh(n,t,e,i,s){for(let r=0,o=n.length-3;r<=o;r+=3){Qs.fromArray(n,r);let a=s.x*Math.abs(Qs.x)+s.y*Math.abs(Qs.y)+s.z*Math.abs(Qs.z),l=t.dot(Qs),c=e.dot(Qs),u=i.dot(Qs);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}var pn=new j,Ya=new ve,b_=0,li=class extends Yi{constructor(t,e,i=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:b_++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=i,this.usage=Sp,this.updateRanges=[],this.gpuType=Li,this.version=0,this._normalizationScale=t!==void 0?Tu(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,i){t*=this.itemSize,i*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[i+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,i=this.count;e<i;e++)Ya.fromBufferAttribute(this,e),Ya.applyMatrix3(t),this.setXY(e,Ya.x,Ya.y);else if(this.itemSize===3)for(let e=0,i=this.count;e<i;e++)pn.fromBufferAttribute(this,e),pn.applyMatrix3(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}applyMatrix4(t){for(let e=0,i=this.count;e<i;e++)pn.fromBufferAttribute(this,e),pn.applyMatrix4(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}applyNormalMatrix(t){for(let e=0,i=this.count;e<i;e++)pn.fromBufferAttribute(this,e),pn.applyNormalMatrix(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}transformDirection(t){for(let e=0,i=this.count;e<i;e++)pn.fromBufferAttribute(this,e),pn.transformDirection(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let i=this.array[t*this.itemSize+e];return this.normalized&&(i=this._denormalize(i)),i}setComponent(t,e,i){return this.normalized&&(i=this._normalize(i)),this.array[t*this.itemSize+e]=i,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,i){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i)),this.array[t+0]=e,this.array[t+1]=i,this}setXYZ(t,e,i,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=i,this.array[t+2]=s,this}setXYZW(t,e,i,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=i,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):u_(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):f_(t,this.array)}};var Zo=class extends li{constructor(t,e,i){super(new Uint16Array(t),e,i)}};var Ko=class extends li{constructor(t,e,i){super(new Uint32Array(t),e,i)}};var qe=class extends li{constructor(t,e,i){super(new Float32Array(t),e,i)}},w_=new Bs,ko=new j,kh=new j,nr=class{constructor(t=new j,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let i=this.center;e!==void 0?i.copy(e):w_.setFromPoints(t).getCenter(i);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,i.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let i=this.center.distanceToSquared(t);return e.copy(t),i>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;ko.subVectors(t,this.center);let e=ko.lengthSq();if(e>this.radius*this.radius){let i=Math.sqrt(e),s=(i-this.radius)*.5;this.center.addScaledVector(ko,s/i),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(kh.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(ko.copy(t.center).add(kh)),this.expandByPoint(ko.copy(t.center).sub(kh))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},E_=0,_i=new Fe,zh=new kn,kr=new j,oi=new Bs,zo=new Bs,An=new j,zn=class n extends Yi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:E_++}),this.uuid=va(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(l_(t)?Ko:Zo)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,i=0){this.groups.push({start:t,count:e,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let r=new se().getNormalMatrix(t);i.applyNormalMatrix(r),i.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return _i.makeRotationFromQuaternion(t),this.applyMatrix4(_i),this}rotateX(t){return _i.makeRotationX(t),this.applyMatrix4(_i),this}rotateY(t){return _i.makeRotationY(t),this.applyMatrix4(_i),this}rotateZ(t){return _i.makeRotationZ(t),this.applyMatrix4(_i),this}translate(t,e,i){return _i.makeTranslation(t,e,i),this.applyMatrix4(_i),this}scale(t,e,i){return _i.makeScale(t,e,i),this.applyMatrix4(_i),this}lookAt(t){return zh.lookAt(t),zh.updateMatrix(),this.applyMatrix4(zh.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(kr).negate(),this.translate(kr.x,kr.y,kr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let i=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new qe(i,3))}else{let i=Math.min(t.length,e.count);for(let s=0;s<i;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&Jt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Bs);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ne("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new j(-1/0,-1/0,-1/0),new j(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let i=0,s=e.length;i<s;i++){let r=e[i];oi.setFromBufferAttribute(r),this.morphTargetsRelative?(An.addVectors(this.boundingBox.min,oi.min),this.boundingBox.expandByPoint(An),An.addVectors(this.boundingBox.max,oi.max),this.boundingBox.expandByPoint(An)):(this.boundingBox.expandByPoint(oi.min),this.boundingBox.expandByPoint(oi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ne('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new nr);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ne("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new j,1/0);return}if(t){let i=this.boundingSphere.center;if(oi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];zo.setFromBufferAttribute(a),this.morphTargetsRelative?(An.addVectors(oi.min,zo.min),oi.expandByPoint(An),An.addVectors(oi.max,zo.max),oi.expandByPoint(An)):(oi.expandByPoint(zo.min),oi.expandByPoint(zo.max))}oi.getCenter(i);let s=0;for(let r=0,o=t.count;r<o;r++)An.fromBufferAttribute(t,r),s=Math.max(s,i.distanceToSquared(An));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)An.fromBufferAttribute(a,c),l&&(kr.fromBufferAttribute(t,c),An.add(kr)),s=Math.max(s,i.distanceToSquared(An))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ne('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ne("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new li(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(i.count);for(let B=0;B<i.count;B++)a[B]=new j,l[B]=new j;let u=new j,h=new j,f=new j,d=new ve,g=new ve,_=new ve,p=new j,m=new j;function v(B,P,I){c[B]=c[P]=c[I]=1,u.fromBufferAttribute(i,B),h.fromBufferAttribute(i,P),f.fromBufferAttribute(i,I),d.fromBufferAttribute(r,B),g.fromBufferAttribute(r,P),_.fromBufferAttribute(r,I),h.sub(u),f.sub(u),g.sub(d),_.sub(d);let F=1/(g.x*_.y-_.x*g.y);isFinite(F)&&(p.copy(h).multiplyScalar(_.y).addScaledVector(f,-g.y).multiplyScalar(F),m.copy(f).multiplyScalar(g.x).addScaledVector(h,-_.x).multiplyScalar(F),a[B].add(p),a[P].add(p),a[I].add(p),l[B].add(m),l[P].add(m),l[I].add(m))}let A=this.groups;A.length===0&&(A=[{start:0,count:t.count}]);for(let B=0,P=A.length;B<P;++B){let I=A[B],F=I.start,O=I.count;for(let D=F,G=F+O;D<G;D+=3)v(t.getX(D+0),t.getX(D+1),t.getX(D+2))}let S=new j,R=new j,b=new j,x=new j;function w(B){b.fromBufferAttribute(s,B),x.copy(b);let P=a[B];S.copy(P),S.sub(b.multiplyScalar(b.dot(P))).normalize(),R.crossVectors(x,P);let F=R.dot(l[B])<0?-1:1;o.setXYZW(B,S.x,S.y,S.z,F)}for(let B=0,P=i.count;B<P;++B)c[B]&&w(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==e.count)i=new li(new Float32Array(e.count*3),3),this.setAttribute("normal",i);else for(let f=0,d=i.count;f<d;f++)i.setXYZ(f,0,0,0);let s=new j,r=new j,o=new j,a=new j,l=new j,c=new j,u=new j,h=new j;if(t)for(let f=0,d=t.count;f<d;f+=3){let g=t.getX(f+0),_=t.getX(f+1),p=t.getX(f+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,p),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(i,g),l.fromBufferAttribute(i,_),c.fromBufferAttribute(i,p),a.add(u),l.add(u),c.add(u),i.setXYZ(g,a.x,a.y,a.z),i.setXYZ(_,l.x,l.y,l.z),i.setXYZ(p,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),i.setXYZ(f+0,u.x,u.y,u.z),i.setXYZ(f+1,u.x,u.y,u.z),i.setXYZ(f+2,u.x,u.y,u.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,i=t.count;e<i;e++)An.fromBufferAttribute(t,e),An.normalize(),t.setXYZ(e,An.x,An.y,An.z)}toNonIndexed(){function t(a,l){let c=a.array,u=a.itemSize,h=a.normalized,f=new c.constructor(l.length*u),d=0,g=0;for(let _=0,p=l.length;_<p;_++){a.isInterleavedBufferAttribute?d=l[_]*a.data.stride+a.offset:d=l[_]*u;for(let m=0;m<u;m++)f[g++]=c[d++]}return new li(f,u,h)}if(this.index===null)return Jt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new n,i=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,i);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let u=0,h=c.length;u<h;u++){let f=c[u],d=t(f,i);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let i=this.attributes;for(let l in i){let c=i[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let h=0,f=c.length;h<f;h++){let d=c[h];u.push(d.toJSON(t.data))}u.length>0&&(s[l]=u,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let i=t.index;i!==null&&this.setIndex(i.clone());let s=t.attributes;for(let c in s){let u=s[c];this.setAttribute(c,u.clone(e))}let r=t.morphAttributes;for(let c in r){let u=[],h=r[c];for(let f=0,d=h.length;f<d;f++)u.push(h[f].clone(e));this.morphAttributes[c]=u}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,u=o.length;c<u;c++){let h=o[c];this.addGroup(h.start,h.count,h.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Vh=new j,T_=new j,A_=new se,Pi=class{constructor(t=new j(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,i,s){return this.normal.set(t,e,i),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,i){let s=Vh.subVectors(i,e).cross(T_.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,i=!0){let s=t.delta(Vh),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return i===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),i=this.distanceToPoint(t.end);return e<0&&i>0||i<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let i=e||A_.getNormalMatrix(t),s=this.coplanarPoint(Vh).applyMatrix4(t),r=this.normal.applyMatrix3(i).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},C_=0,gs=class extends Yi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:C_++}),this.uuid=va(),this.name="",this.type="Material",this.blending=io,this.side=Hs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=iu,this.blendDst=su,this.blendEquation=rr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new fe(0,0,0),this.blendAlpha=0,this.depthFunc=Wr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=mp,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ul,this.stencilZFail=ul,this.stencilZPass=ul,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let i=t[e];if(i===void 0){Jt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Jt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(i):s&&s.isVector2&&i&&i.isVector2||s&&s.isEuler&&i&&i.isEuler||s&&s.isVector3&&i&&i.isVector3?s.copy(i):this[e]=i}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(t).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(t).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(t).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(t).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(t).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(i.textures=r),o.length>0&&(i.images=o)}return i}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new fe().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(i=>new Pi().fromJSON(i))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let i=t.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new ve().fromArray(i)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ve().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,i=null;if(e!==null){let s=e.length;i=new Array(s);for(let r=0;r!==s;++r)i[r]=e[r].clone()}return this.clippingPlanes=i,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var fs=new j,Gh=new j,Ja=new j,Za=new j,jo=class{constructor(t=new j,e=new j(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,fs)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let i=e.dot(this.direction);return i<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=fs.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(fs.copy(this.origin).addScaledVector(this.direction,e),fs.distanceToSquared(t))}distanceSqToSegment(t,e,i,s){Gh.copy(t).add(e).multiplyScalar(.5),Ja.copy(e).sub(t).normalize(),Za.copy(this.origin).sub(Gh);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Ja),a=Za.dot(this.direction),l=-Za.dot(Ja),c=Za.lengthSq(),u=Math.abs(1-o*o),h,f,d,g;if(u>0)if(h=o*l-a,f=o*a-l,g=r*u,h>=0)if(f>=-g)if(f<=g){let _=1/u;h*=_,f*=_,d=h*(h+o*f+2*a)+f*(o*h+f+2*l)+c}else f=r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f=-r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;else f<=-g?(h=Math.max(0,-(-o*r+a)),f=h>0?-r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c):f<=g?(h=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(h=Math.max(0,-(o*r+a)),f=h>0?r:Math.min(Math.max(-r,-l),r),d=-h*h+f*(f+2*l)+c);else f=o>0?-r:r,h=Math.max(0,-(o*f+a)),d=-h*h+f*(f+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(Gh).addScaledVector(Ja,f),d}intersectSphere(t,e){if(t.radius<0)return null;fs.subVectors(t.center,this.origin);let i=fs.dot(this.direction),s=fs.dot(fs)-i*i,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=i-o,l=i+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(t.normal)+t.constant)/e;return i>=0?i:null}intersectPlane(t,e){let i=this.distanceToPlane(t);return i===null?null:this.at(i,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let i,s,r,o,a,l,c=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,f=this.origin;return c>=0?(i=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(i=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),u>=0?(r=(t.min.y-f.y)*u,o=(t.max.y-f.y)*u):(r=(t.max.y-f.y)*u,o=(t.min.y-f.y)*u),i>o||r>s||((r>i||isNaN(i))&&(i=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(t.min.z-f.z)*h,l=(t.max.z-f.z)*h):(a=(t.max.z-f.z)*h,l=(t.min.z-f.z)*h),i>l||a>s)||((a>i||i!==i)&&(i=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(i>=0?i:s,e)}intersectsBox(t){return this.intersectBox(t,fs)!==null}intersectTriangle(t,e,i,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,u=a.z,h=t.x-o.x,f=t.y-o.y,d=t.z-o.z,g=e.x-o.x,_=e.y-o.y,p=e.z-o.z,m=i.x-o.x,v=i.y-o.y,A=i.z-o.z,S=Math.abs(l),R=Math.abs(c),b=Math.abs(u),x,w,B,P,I,F,O,D,G,$,H,dt;if(S>=R&&S>=b?(B=l,F=h,G=g,dt=m,l>=0?(x=c,w=u,P=f,I=d,O=_,D=p,$=v,H=A):(x=u,w=c,P=d,I=f,O=p,D=_,$=A,H=v)):R>=b?(B=c,F=f,G=_,dt=v,c>=0?(x=u,w=l,P=d,I=h,O=p,D=g,$=A,H=m):(x=l,w=u,P=h,I=d,O=g,D=p,$=m,H=A)):(B=u,F=d,G=p,dt=A,u>=0?(x=l,w=c,P=h,I=f,O=g,D=_,$=m,H=v):(x=c,w=l,P=f,I=h,O=_,D=g,$=v,H=m)),B===0)return null;let Z=x/B,et=w/B,rt=1/B,K=P-Z*F,st=I-et*F,q=O-Z*G,at=D-et*G,ut=$-Z*dt,pt=H-et*dt,_t=ut*at-pt*q,Ft=K*pt-st*ut,Qt=q*st-at*K;if(s){if(_t<0||Ft<0||Qt<0)return null}else if((_t<0||Ft<0||Qt<0)&&(_t>0||Ft>0||Qt>0))return null;let kt=_t+Ft+Qt;if(kt===0)return null;let ie=rt*(_t*F+Ft*G+Qt*dt);return(kt>0?ie<0:ie>0)?null:this.at(ie/kt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Jr=class extends gs{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new fe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ms,this.combine=ru,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Cd=new Fe,tr=new jo,Ka=new nr,Rd=new j,ja=new j,Qa=new j,tl=new j,Hh=new j,el=new j,Pd=new j,nl=new j,In=class extends kn{constructor(t=new zn,e=new Jr){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,i=Object.keys(e);if(i.length>0){let s=e[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let i=this.geometry,s=i.attributes.position,r=i.morphAttributes.position,o=i.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){el.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let u=a[l],h=r[l];u!==0&&(Hh.fromBufferAttribute(h,t),o?el.addScaledVector(Hh,u):el.addScaledVector(Hh.sub(e),u))}e.add(el)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let i=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Ka.copy(i.boundingSphere),Ka.applyMatrix4(r),tr.copy(t.ray).recast(t.near),!(Ka.containsPoint(tr.origin)===!1&&(tr.intersectSphere(Ka,Rd)===null||tr.origin.distanceToSquared(Rd)>(t.far-t.near)**2))&&(Cd.copy(r).invert(),tr.copy(t.ray).applyMatrix4(Cd),!(i.boundingBox!==null&&tr.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(t,e,tr)))}_computeIntersections(t,e,i){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){let p=f[g],m=o[p.materialIndex],v=Math.max(p.start,d.start),A=Math.min(a.count,Math.min(p.start+p.count,d.start+d.count));for(let S=v,R=A;S<R;S+=3){let b=a.getX(S),x=a.getX(S+1),w=a.getX(S+2);s=il(this,m,t,i,c,u,h,b,x,w),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),_=Math.min(a.count,d.start+d.count);for(let p=g,m=_;p<m;p+=3){let v=a.getX(p),A=a.getX(p+1),S=a.getX(p+2);s=il(this,o,t,i,c,u,h,v,A,S),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){let p=f[g],m=o[p.materialIndex],v=Math.max(p.start,d.start),A=Math.min(l.count,Math.min(p.start+p.count,d.start+d.count));for(let S=v,R=A;S<R;S+=3){let b=S,x=S+1,w=S+2;s=il(this,m,t,i,c,u,h,b,x,w),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),_=Math.min(l.count,d.start+d.count);for(let p=g,m=_;p<m;p+=3){let v=p,A=p+1,S=p+2;s=il(this,o,t,i,c,u,h,v,A,S),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}}};function R_(n,t,e,i,s,r,o,a){let l;if(t.side===Kn?l=i.intersectTriangle(o,r,s,!0,a):l=i.intersectTriangle(s,r,o,t.side===Hs,a),l===null)return null;nl.copy(a),nl.applyMatrix4(n.matrixWorld);let c=e.ray.origin.distanceTo(nl);return c<e.near||c>e.far?null:{distance:c,point:nl.clone(),object:n}}function il(n,t,e,i,s,r,o,a,l,c){n.getVertexPosition(a,ja),n.getVertexPosition(l,Qa),n.getVertexPosition(c,tl);let u=R_(n,t,e,i,ja,Qa,tl,Pd);if(u){let h=new j;Os.getBarycoord(Pd,ja,Qa,tl,h),s&&(u.uv=Os.getInterpolatedAttribute(s,a,l,c,h,new ve)),r&&(u.uv1=Os.getInterpolatedAttribute(r,a,l,c,h,new ve)),o&&(u.normal=Os.getInterpolatedAttribute(o,a,l,c,h,new j),u.normal.dot(i.direction)>0&&u.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new j,materialIndex:0};Os.getNormal(ja,Qa,tl,f.normal),u.face=f,u.barycoord=h}return u}var Tl=class extends Qn{constructor(t=null,e=1,i=1,s,r,o,a,l,c=Cn,u=Cn,h,f){super(null,o,a,l,c,u,s,r,h,f),this.isDataTexture=!0,this.image={data:t,width:e,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var er=new nr,P_=new ve(.5,.5),sl=new j,ks=class{constructor(t=new Pi,e=new Pi,i=new Pi,s=new Pi,r=new Pi,o=new Pi){this.planes=[t,e,i,s,r,o]}set(t,e,i,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(i),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let i=0;i<6;i++)e[i].copy(t.planes[i]);return this}setFromProjectionMatrix(t,e=xi,i=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],h=r[5],f=r[6],d=r[7],g=r[8],_=r[9],p=r[10],m=r[11],v=r[12],A=r[13],S=r[14],R=r[15];if(s[0].setComponents(c-o,d-u,m-g,R-v).normalize(),s[1].setComponents(c+o,d+u,m+g,R+v).normalize(),s[2].setComponents(c+a,d+h,m+_,R+A).normalize(),s[3].setComponents(c-a,d-h,m-_,R-A).normalize(),i)s[4].setComponents(l,f,p,S).normalize(),s[5].setComponents(c-l,d-f,m-p,R-S).normalize();else if(s[4].setComponents(c-l,d-f,m-p,R-S).normalize(),e===xi)s[5].setComponents(c+l,d+f,m+p,R+S).normalize();else if(e===Xr)s[5].setComponents(l,f,p,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),er.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),er.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(er)}intersectsSprite(t){er.center.set(0,0,0);let e=P_.distanceTo(t.center);return er.radius=.7071067811865476+e,er.applyMatrix4(t.matrixWorld),this.intersectsSphere(er)}intersectsSphere(t){let e=this.planes,i=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(i)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let i=0;i<6;i++){let s=e[i];if(sl.x=s.normal.x>0?t.max.x:t.min.x,sl.y=s.normal.y>0?t.max.y:t.min.y,sl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(sl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let i=0;i<6;i++)if(e[i].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Id=new Fe,Al=class n{constructor(){this.coordinateSystem=xi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,i=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Id.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[s]===void 0&&(i[s]=new ks),i[s].setFromProjectionMatrix(Id,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let i=0;i<this._count;i++)if(e[i].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,i=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new ks),e[s].copy(i[s]);return this._count=t._count,this}clone(){return new n().copy(this)}};var ir=class extends gs{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new fe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Cl=new j,Rl=new j,Ld=new Fe,Vo=new jo,rl=new nr,Wh=new j,Nd=new j,Zr=class extends kn{constructor(t=new zn,e=new ir){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,i=[0];for(let s=1,r=e.count;s<r;s++)Cl.fromBufferAttribute(e,s-1),Rl.fromBufferAttribute(e,s),i[s]=i[s-1],i[s]+=Cl.distanceTo(Rl);t.setAttribute("lineDistance",new qe(i,1))}else Jt("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let i=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),rl.copy(i.boundingSphere),rl.applyMatrix4(s),rl.radius+=r,t.ray.intersectsSphere(rl)===!1)return;Ld.copy(s).invert(),Vo.copy(t.ray).applyMatrix4(Ld);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=i.index,f=i.attributes.position;if(u!==null){let d=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let _=d,p=g-1;_<p;_+=c){let m=u.getX(_),v=u.getX(_+1),A=ol(this,t,Vo,l,m,v,_);A&&e.push(A)}if(this.isLineLoop){let _=u.getX(g-1),p=u.getX(d),m=ol(this,t,Vo,l,_,p,g-1);m&&e.push(m)}}else{let d=Math.max(0,o.start),g=Math.min(f.count,o.start+o.count);for(let _=d,p=g-1;_<p;_+=c){let m=ol(this,t,Vo,l,_,_+1,_);m&&e.push(m)}if(this.isLineLoop){let _=ol(this,t,Vo,l,g-1,d,g-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,i=Object.keys(e);if(i.length>0){let s=e[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function ol(n,t,e,i,s,r,o){let a=n.geometry.attributes.position;if(Cl.fromBufferAttribute(a,s),Rl.fromBufferAttribute(a,r),e.distanceSqToSegment(Cl,Rl,Wh,Nd)>i)return;Wh.applyMatrix4(n.matrixWorld);let c=t.ray.origin.distanceTo(Wh);if(!(c<t.near||c>t.far))return{distance:c,point:Nd.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var Dd=new j,Ud=new j,Pl=class extends Zr{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,i=[];for(let s=0,r=e.count;s<r;s+=2)Dd.fromBufferAttribute(e,s),Ud.fromBufferAttribute(e,s+1),i[s]=s===0?0:i[s-1],i[s+1]=i[s]+Dd.distanceTo(Ud);t.setAttribute("lineDistance",new qe(i,1))}else Jt("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Qo=class extends Qn{constructor(t=[],e=or,i,s,r,o,a,l,c,u){super(t,e,i,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var _s=class extends Qn{constructor(t,e,i=Ii,s,r,o,a=Cn,l=Cn,c,u=ps,h=1){if(u!==ps&&u!==vs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:t,height:e,depth:h};super(f,s,r,o,a,l,u,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new $r(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},ta=class extends _s{constructor(t,e=Ii,i=or,s,r,o=Cn,a=Cn,l,c=ps){let u={width:t,height:t,depth:1},h=[u,u,u,u,u,u];super(t,t,e,i,s,r,o,a,l,c),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ea=class extends Qn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Kr=class n extends zn{constructor(t=1,e=1,i=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:i,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],u=[],h=[],f=0,d=0;g("z","y","x",-1,-1,i,e,t,o,r,0),g("z","y","x",1,-1,i,e,-t,o,r,1),g("x","z","y",1,1,t,i,e,s,o,2),g("x","z","y",1,-1,t,i,-e,s,o,3),g("x","y","z",1,-1,t,e,i,s,r,4),g("x","y","z",-1,-1,t,e,-i,s,r,5),this.setIndex(l),this.setAttribute("position",new qe(c,3)),this.setAttribute("normal",new qe(u,3)),this.setAttribute("uv",new qe(h,2));function g(_,p,m,v,A,S,R,b,x,w,B){let P=S/x,I=R/w,F=S/2,O=R/2,D=b/2,G=x+1,$=w+1,H=0,dt=0,Z=new j;for(let et=0;et<$;et++){let rt=et*I-O;for(let K=0;K<G;K++){let st=K*P-F;Z[_]=st*v,Z[p]=rt*A,Z[m]=D,c.push(Z.x,Z.y,Z.z),Z[_]=0,Z[p]=0,Z[m]=b>0?1:-1,u.push(Z.x,Z.y,Z.z),h.push(K/x),h.push(1-et/w),H+=1}}for(let et=0;et<w;et++)for(let rt=0;rt<x;rt++){let K=f+rt+G*et,st=f+rt+G*(et+1),q=f+(rt+1)+G*(et+1),at=f+(rt+1)+G*et;l.push(K,st,at),l.push(st,q,at),dt+=6}a.addGroup(d,dt,B),d+=dt,f+=H}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var jr=class n extends zn{constructor(t=1,e=1,i=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:i,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let u=[],h=[],f=[],d=[],g=0,_=[],p=i/2,m=0;v(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(u),this.setAttribute("position",new qe(h,3)),this.setAttribute("normal",new qe(f,3)),this.setAttribute("uv",new qe(d,2));function v(){let S=new j,R=new j,b=0,x=(e-t)/i;for(let w=0;w<=r;w++){let B=[],P=w/r,I=P*(e-t)+t;for(let F=0;F<=s;F++){let O=F/s,D=O*l+a,G=Math.sin(D),$=Math.cos(D);R.x=I*G,R.y=-P*i+p,R.z=I*$,h.push(R.x,R.y,R.z),S.set(G,x,$).normalize(),f.push(S.x,S.y,S.z),d.push(O,1-P),B.push(g++)}_.push(B)}for(let w=0;w<s;w++)for(let B=0;B<r;B++){let P=_[B][w],I=_[B+1][w],F=_[B+1][w+1],O=_[B][w+1];(t>0||B!==0)&&(u.push(P,I,O),b+=3),(e>0||B!==r-1)&&(u.push(I,F,O),b+=3)}c.addGroup(m,b,0),m+=b}function A(S){let R=g,b=new ve,x=new j,w=0,B=S===!0?t:e,P=S===!0?1:-1;for(let F=1;F<=s;F++)h.push(0,p*P,0),f.push(0,P,0),d.push(.5,.5),g++;let I=g;for(let F=0;F<=s;F++){let D=F/s*l+a,G=Math.cos(D),$=Math.sin(D);x.x=B*$,x.y=p*P,x.z=B*G,h.push(x.x,x.y,x.z),f.push(0,P,0),b.x=G*.5+.5,b.y=$*.5*P+.5,d.push(b.x,b.y),g++}for(let F=0;F<s;F++){let O=R+F,D=I+F;S===!0?u.push(D,D+1,O):u.push(D+1,D,O),w+=3}c.addGroup(m,w,S===!0?1:2),m+=w}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var na=class n extends zn{constructor(t=1,e=1,i=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:i,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(i),l=Math.floor(s),c=a+1,u=l+1,h=t/a,f=e/l,d=[],g=[],_=[],p=[];for(let m=0;m<u;m++){let v=m*f-o;for(let A=0;A<c;A++){let S=A*h-r;g.push(S,-v,0),_.push(0,0,1),p.push(A/a),p.push(1-m/l)}}for(let m=0;m<l;m++)for(let v=0;v<a;v++){let A=v+c*m,S=v+c*(m+1),R=v+1+c*(m+1),b=v+1+c*m;d.push(A,S,b),d.push(S,R,b)}this.setIndex(d),this.setAttribute("position",new qe(g,3)),this.setAttribute("normal",new qe(_,3)),this.setAttribute("uv",new qe(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.width,t.height,t.widthSegments,t.heightSegments)}};var Qr=class n extends zn{constructor(t=1,e=32,i=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:i,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),i=Math.max(2,Math.floor(i));let l=Math.min(o+a,Math.PI),c=0,u=[],h=new j,f=new j,d=[],g=[],_=[],p=[];for(let m=0;m<=i;m++){let v=[],A=m/i,S=o+A*a,R=t*Math.cos(S),b=Math.sqrt(t*t-R*R),x=0;m===0&&o===0?x=.5/e:m===i&&l===Math.PI&&(x=-.5/e);for(let w=0;w<=e;w++){let B=w/e,P=s+B*r;h.x=-b*Math.cos(P),h.y=R,h.z=b*Math.sin(P),g.push(h.x,h.y,h.z),f.copy(h).normalize(),_.push(f.x,f.y,f.z),p.push(B+x,1-A),v.push(c++)}u.push(v)}for(let m=0;m<i;m++)for(let v=0;v<e;v++){let A=u[m][v+1],S=u[m][v],R=u[m+1][v],b=u[m+1][v+1];(m!==0||o>0)&&d.push(A,S,b),(m!==i-1||l<Math.PI)&&d.push(S,R,b)}this.setIndex(d),this.setAttribute("position",new qe(g,3)),this.setAttribute("normal",new qe(_,3)),this.setAttribute("uv",new qe(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var ia=class n extends zn{constructor(t=1,e=.4,i=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:i,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},i=Math.floor(i),s=Math.floor(s);let l=[],c=[],u=[],h=[],f=new j,d=new j,g=new j;for(let _=0;_<=i;_++){let p=o+_/i*a;for(let m=0;m<=s;m++){let v=m/s*r;d.x=(t+e*Math.cos(p))*Math.cos(v),d.y=(t+e*Math.cos(p))*Math.sin(v),d.z=e*Math.sin(p),c.push(d.x,d.y,d.z),f.x=t*Math.cos(v),f.y=t*Math.sin(v),g.subVectors(d,f).normalize(),u.push(g.x,g.y,g.z),h.push(m/s),h.push(_/i)}}for(let _=1;_<=i;_++)for(let p=1;p<=s;p++){let m=(s+1)*_+p-1,v=(s+1)*(_-1)+p-1,A=(s+1)*(_-1)+p,S=(s+1)*_+p;l.push(m,v,S),l.push(v,A,S)}this.setIndex(l),this.setAttribute("position",new qe(c,3)),this.setAttribute("normal",new qe(u,3)),this.setAttribute("uv",new qe(h,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new n(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};function lr(n){let t={};for(let e in n){t[e]={};for(let i in n[e]){let s=n[e][i];if(Fd(s))s.isRenderTargetTexture?(Jt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][i]=null):t[e][i]=s.clone();else if(Array.isArray(s))if(Fd(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][i]=r}else t[e][i]=s.slice();else t[e][i]=s}}return t}function Vn(n){let t={};for(let e=0;e<n.length;e++){let i=lr(n[e]);for(let s in i)t[s]=i[s]}return t}function Fd(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function I_(n){let t=[];for(let e=0;e<n.length;e++)t.push(n[e].clone());return t}function Au(n){let t=n.getRenderTarget();return t===null?n.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:xe.workingColorSpace}var Cp={clone:lr,merge:Vn},L_=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,N_=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ji=class extends gs{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=L_,this.fragmentShader=N_,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=lr(t.uniforms),this.uniformsGroups=I_(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let i={};for(let s in this.extensions)this.extensions[s]===!0&&(i[s]=!0);return Object.keys(i).length>0&&(e.extensions=i),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let i in t.uniforms){let s=t.uniforms[i];switch(this.uniforms[i]={},s.type){case"t":this.uniforms[i].value=e[s.value]||null;break;case"c":this.uniforms[i].value=new fe().setHex(s.value);break;case"v2":this.uniforms[i].value=new ve().fromArray(s.value);break;case"v3":this.uniforms[i].value=new j().fromArray(s.value);break;case"v4":this.uniforms[i].value=new Je().fromArray(s.value);break;case"m3":this.uniforms[i].value=new se().fromArray(s.value);break;case"m4":this.uniforms[i].value=new Fe().fromArray(s.value);break;default:this.uniforms[i].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let i in t.extensions)this.extensions[i]=t.extensions[i];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Il=class extends Ji{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},to=class extends gs{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new fe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new fe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ic,this.normalScale=new ve(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ms,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Ll=class extends gs{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=dp,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Nl=class extends gs{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function zr(n,t){return!n||n.constructor===t?n:typeof t.BYTES_PER_ELEMENT=="number"?new t(n):Array.prototype.slice.call(n)}function al(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var zs=class{constructor(t,e,i,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(i),this.sampleValues=e,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,i=this._cachedIndex,s=e[i],r=e[i-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=i+2;;){if(s===void 0){if(t<r)break i;return i=e.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===a)break;if(r=s,s=e[++i],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(i=2,r=a);for(let l=i-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(s=r,r=e[--i-1],t>=r)break t}o=i,i=0;break e}break n}for(;i<o;){let a=i+o>>>1;t<e[a]?o=a:i=a+1}if(s=e[i],r=e[i-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return i=e.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,r,s)}return this.interpolate_(i,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,i=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=i[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Dl=class extends zs{constructor(t,e,i,s){super(t,e,i,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:$h,endingEnd:$h}}intervalChanged_(t,e,i){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Yh:r=t,a=2*e-i;break;case Jh:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=i}if(l===void 0)switch(this.getSettings_().endingEnd){case Yh:o=t,l=2*i-e;break;case Jh:o=1,l=i+s[1]-s[0];break;default:o=t-1,l=e}let c=(i-e)*.5,u=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-i),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=this._offsetPrev,h=this._offsetNext,f=this._weightPrev,d=this._weightNext,g=(i-e)/(s-e),_=g*g,p=_*g,m=-f*p+2*f*_-f*g,v=(1+f)*p+(-1.5-2*f)*_+(-.5+f)*g+1,A=(-1-d)*p+(1.5+d)*_+.5*g,S=d*p-d*_;for(let R=0;R!==a;++R)r[R]=m*o[u+R]+v*o[c+R]+A*o[l+R]+S*o[h+R];return r}},Ul=class extends zs{constructor(t,e,i,s){super(t,e,i,s)}interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=(i-e)/(s-e),h=1-u;for(let f=0;f!==a;++f)r[f]=o[c+f]*h+o[l+f]*u;return r}},Fl=class extends zs{constructor(t,e,i,s){super(t,e,i,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Ol=class extends zs{interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=this.inTangents,h=this.outTangents;if(!u||!h){let g=(i-e)/(s-e),_=1-g;for(let p=0;p!==a;++p)r[p]=o[c+p]*_+o[l+p]*g;return r}let f=a*2,d=t-1;for(let g=0;g!==a;++g){let _=o[c+g],p=o[l+g],m=d*f+g*2,v=h[m],A=h[m+1],S=t*f+g*2,R=u[S],b=u[S+1],x=U_(i,e,v,R,s);r[g]=Rp(x,_,A,b,p)}return r}};function Rp(n,t,e,i,s){let r=1-n;return r*r*r*t+3*r*r*n*e+3*r*n*n*i+n*n*n*s}function D_(n,t,e,i,s){let r=1-n;return 3*r*r*(e-t)+6*r*n*(i-e)+3*n*n*(s-i)}function U_(n,t,e,i,s){let r=(n-t)/(s-t);for(let o=0;o<8;o++){let a=Rp(r,t,e,i,s)-n;if(Math.abs(a)<1e-10)break;let l=D_(r,t,e,i,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var hi=class{constructor(t,e,i,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=zr(e,this.TimeBufferType),this.values=zr(i,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,i;if(e.toJSON!==this.toJSON)i=e.toJSON(t);else{i={name:t.name,times:zr(t.times,Array),values:zr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(i.interpolation=s),al(t.settings)&&(i.settings={inTangents:zr(t.settings.inTangents,Array),outTangents:zr(t.settings.outTangents,Array)})}return i.type=t.ValueTypeName,i}InterpolantFactoryMethodDiscrete(t){return new Fl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Ul(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Dl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Ol(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Ho:e=this.InterpolantFactoryMethodDiscrete;break;case Sl:e=this.InterpolantFactoryMethodLinear;break;case hl:e=this.InterpolantFactoryMethodSmooth;break;case qh:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return Jt("KeyframeTrack:",i),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ho;case this.InterpolantFactoryMethodLinear:return Sl;case this.InterpolantFactoryMethodSmooth:return hl;case this.InterpolantFactoryMethodBezier:return qh}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let i=0,s=e.length;i!==s;++i)e[i]+=t;al(this.settings)&&(Od(this.settings.inTangents,t),Od(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let i=0,s=e.length;i!==s;++i)e[i]*=t;al(this.settings)&&(Bd(this.settings.inTangents,t),Bd(this.settings.outTangents,t))}return this}trim(t,e){let i=this.times,s=i.length,r=0,o=s-1;for(;r!==s&&i[r]<t;)++r;for(;o!==-1&&i[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=i.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ne("KeyframeTrack: Invalid value size in track.",this),t=!1);let i=this.times,s=this.values,r=i.length;r===0&&(ne("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=i[a];if(typeof l=="number"&&isNaN(l)){ne("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ne("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&c_(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ne("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),i=this.getValueSize(),s=this.getInterpolation()===hl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],u=t[a+1];if(c!==u&&(a!==1||c!==t[0]))if(s)l=!0;else{let h=a*i,f=h-i,d=h+i;for(let g=0;g!==i;++g){let _=e[h+g];if(_!==e[f+g]||_!==e[d+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let h=a*i,f=o*i;for(let d=0;d!==i;++d)e[f+d]=e[h+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*i,l=o*i,c=0;c!==i;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*i)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),i=this.constructor,s=new i(this.name,t,e);return s.createInterpolant=this.createInterpolant,al(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Od(n,t){for(let e=0,i=n.length;e!==i;e+=2)n[e]+=t}function Bd(n,t){for(let e=0,i=n.length;e!==i;e+=2)n[e]*=t}hi.prototype.ValueTypeName="";hi.prototype.TimeBufferType=Float32Array;hi.prototype.ValueBufferType=Float32Array;hi.prototype.DefaultInterpolation=Sl;var Vs=class extends hi{constructor(t,e,i){super(t,e,i)}};Vs.prototype.ValueTypeName="bool";Vs.prototype.ValueBufferType=Array;Vs.prototype.DefaultInterpolation=Ho;Vs.prototype.InterpolantFactoryMethodLinear=void 0;Vs.prototype.InterpolantFactoryMethodSmooth=void 0;var Bl=class extends hi{constructor(t,e,i,s){super(t,e,i,s)}};Bl.prototype.ValueTypeName="color";var kl=class extends hi{constructor(t,e,i,s){super(t,e,i,s)}};kl.prototype.ValueTypeName="number";var zl=class extends zs{constructor(t,e,i,s){super(t,e,i,s)}interpolate_(t,e,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(i-e)/(s-e),c=t*a;for(let u=c+a;c!==u;c+=4)vi.slerpFlat(r,0,o,c-a,o,c,l);return r}},sa=class extends hi{constructor(t,e,i,s){super(t,e,i,s)}InterpolantFactoryMethodLinear(t){return new zl(this.times,this.values,this.getValueSize(),t)}};sa.prototype.ValueTypeName="quaternion";sa.prototype.InterpolantFactoryMethodSmooth=void 0;var Gs=class extends hi{constructor(t,e,i){super(t,e,i)}};Gs.prototype.ValueTypeName="string";Gs.prototype.ValueBufferType=Array;Gs.prototype.DefaultInterpolation=Ho;Gs.prototype.InterpolantFactoryMethodLinear=void 0;Gs.prototype.InterpolantFactoryMethodSmooth=void 0;var Vl=class extends hi{constructor(t,e,i,s){super(t,e,i,s)}};Vl.prototype.ValueTypeName="vector";var Gl=class{constructor(t,e,i){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=i,this._abortController=null,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),l?l(u):u},this.setURLModifier=function(u){return l=u,this},this.addHandler=function(u,h){return c.push(u,h),this},this.removeHandler=function(u){let h=c.indexOf(u);return h!==-1&&c.splice(h,2),this},this.getHandler=function(u){for(let h=0,f=c.length;h<f;h+=2){let d=c[h],g=c[h+1];if(d.global&&(d.lastIndex=0),d.test(u))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Pp=new Gl,Hl=class{constructor(t){this.manager=t!==void 0?t:Pp,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let i=this;return new Promise(function(s,r){i.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Hl.DEFAULT_MATERIAL_NAME="__DEFAULT";var ra=class extends kn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new fe(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}};var Xh=new Fe,kd=new j,zd=new j,Wl=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new ve(512,512),this.mapType=ti,this.map=null,this.mapPass=null,this.matrix=new Fe,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ks,this._frameExtents=new ve(1,1),this._viewportCount=1,this._viewports=[new Je(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;kd.setFromMatrixPosition(t.matrixWorld),e.position.copy(kd),zd.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(zd),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,i,s){Xh.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),i.setFromProjectionMatrix(Xh,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Xr||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Xh)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},ll=new j,cl=new vi,Xi=new j,oa=class extends kn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Fe,this.projectionMatrix=new Fe,this.projectionMatrixInverse=new Fe,this.coordinateSystem=xi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(ll,cl,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(ll,cl,Xi.set(1,1,1)).invert()}updateWorldMatrix(t,e,i=!1){super.updateWorldMatrix(t,e,i),this.matrixWorld.decompose(ll,cl,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(ll,cl,Xi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Fs=new j,Vd=new ve,Gd=new ve,Jn=class extends oa{constructor(t=50,e=1,i=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=i,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Ml*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(bh*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Ml*2*Math.atan(Math.tan(bh*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,i){Fs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Fs.x,Fs.y).multiplyScalar(-t/Fs.z),Fs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Fs.x,Fs.y).multiplyScalar(-t/Fs.z)}getViewSize(t,e){return this.getViewBounds(t,Vd,Gd),e.subVectors(Gd,Vd)}setViewOffset(t,e,i,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(bh*.5*this.fov)/this.zoom,i=2*e,s=this.aspect*i,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*i/c,s*=o.width/l,i*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-i,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var aa=class extends oa{constructor(t=-1,e=1,i=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=i,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,i,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=i-t,o=i+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Zh=class extends Wl{constructor(){super(new aa(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},la=class extends ra{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(kn.DEFAULT_UP),this.updateMatrix(),this.target=new kn,this.shadow=new Zh}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},ca=class extends ra{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var Vr=-90,Gr=1,eo=class extends kn{constructor(t,e,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Jn(Vr,Gr,t,e);s.layers=this.layers,this.add(s);let r=new Jn(Vr,Gr,t,e);r.layers=this.layers,this.add(r);let o=new Jn(Vr,Gr,t,e);o.layers=this.layers,this.add(o);let a=new Jn(Vr,Gr,t,e);a.layers=this.layers,this.add(a);let l=new Jn(Vr,Gr,t,e);l.layers=this.layers,this.add(l);let c=new Jn(Vr,Gr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[i,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===xi)i.up.set(0,1,0),i.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Xr)i.up.set(0,-1,0),i.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,u]=this.children,h=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let _=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let p=!1;t.isWebGLRenderer===!0?p=t.state.buffers.depth.getReversed():p=t.reversedDepthBuffer,t.setRenderTarget(i,0,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(i,1,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(i,2,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(i,3,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(i,4,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),i.texture.mipmapsAutoUpdate=_,t.setRenderTarget(i,5,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,u),t.setRenderTarget(h,f,d),t.xr.enabled=g,i.texture.needsPMREMUpdate=!0}},Xl=class extends Jn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Cu="\\[\\]\\.:\\/",F_=new RegExp("["+Cu+"]","g"),Ru="[^"+Cu+"]",O_="[^"+Cu.replace("\\.","")+"]",B_=/((?:WC+[\/:])*)/.source.replace("WC",Ru),k_=/(WCOD+)?/.source.replace("WCOD",O_),z_=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Ru),V_=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Ru),G_=new RegExp("^"+B_+k_+z_+V_+"$"),H_=["material","materials","bones","map"],Kh=class{constructor(t,e,i){let s=i||Xe.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let i=this._targetGroup.nCachedObjects_,s=this._bindings[i];s!==void 0&&s.getValue(t,e)}setValue(t,e){let i=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=i.length;s!==r;++s)i[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,i=t.length;e!==i;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,i=t.length;e!==i;++e)t[e].unbind()}},Xe=class n{constructor(t,e,i){this.path=e,this.parsedPath=i||n.parseTrackName(e),this.node=n.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,i){return t&&t.isAnimationObjectGroup?new n.Composite(t,e,i):new n(t,e,i)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(F_,"")}static parseTrackName(t){let e=G_.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let i={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=i.nodeName&&i.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=i.nodeName.substring(s+1);H_.indexOf(r)!==-1&&(i.nodeName=i.nodeName.substring(0,s),i.objectName=r)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return i}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let i=t.skeleton.getBoneByName(e);if(i!==void 0)return i}if(t.children){let i=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=i(a.children);if(l)return l}return null},s=i(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)t[e++]=i[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,i=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=n.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){Jt("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=e.objectIndex;switch(i){case"materials":if(!t.material){ne("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ne("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ne("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let u=0;u<t.length;u++)if(t[u].name===c){c=u;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ne("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ne("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[i]===void 0){ne("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[i]}if(c!==void 0){if(t[c]===void 0){ne("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;ne("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){ne("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ne("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Xe.Composite=Kh;Xe.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Xe.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Xe.prototype.GetterByBindingType=[Xe.prototype._getValue_direct,Xe.prototype._getValue_array,Xe.prototype._getValue_arrayElement,Xe.prototype._getValue_toArray];Xe.prototype.SetterByBindingTypeAndVersioning=[[Xe.prototype._setValue_direct,Xe.prototype._setValue_direct_setNeedsUpdate,Xe.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Xe.prototype._setValue_array,Xe.prototype._setValue_array_setNeedsUpdate,Xe.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Xe.prototype._setValue_arrayElement,Xe.prototype._setValue_arrayElement_setNeedsUpdate,Xe.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Xe.prototype._setValue_fromArray,Xe.prototype._setValue_fromArray_setNeedsUpdate,Xe.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var R1=new Float32Array(1);var jh=class{static{this.prototype.isMatrix2=!0}constructor(t,e,i,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,i,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let i=0;i<4;i++)this.elements[i]=t[i+e];return this}set(t,e,i,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=i,r[3]=s,this}};var ha=class extends Pl{constructor(t=10,e=10,i=4473924,s=8947848){i=new fe(i),s=new fe(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let f=0,d=0,g=-a;f<=e;f++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let _=f===r?i:s;_.toArray(c,d),d+=3,_.toArray(c,d),d+=3,_.toArray(c,d),d+=3,_.toArray(c,d),d+=3}let u=new zn;u.setAttribute("position",new qe(l,3)),u.setAttribute("color",new qe(c,3));let h=new ir({vertexColors:!0,toneMapped:!1});super(u,h),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};function Pu(n,t,e,i){let s=W_(i);switch(e){case xu:return n*t;case yu:return n*t/s.components*s.byteLength;case jl:return n*t/s.components*s.byteLength;case Ws:return n*t*2/s.components*s.byteLength;case Ql:return n*t*2/s.components*s.byteLength;case vu:return n*t*3/s.components*s.byteLength;case Di:return n*t*4/s.components*s.byteLength;case tc:return n*t*4/s.components*s.byteLength;case da:case pa:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*8;case ma:case ga:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*16;case nc:case sc:return Math.max(n,16)*Math.max(t,8)/4;case ec:case ic:return Math.max(n,8)*Math.max(t,8)/2;case rc:case oc:case lc:case cc:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*8;case ac:case _a:case hc:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*16;case uc:return Math.floor((n+3)/4)*Math.floor((t+3)/4)*16;case fc:return Math.floor((n+4)/5)*Math.floor((t+3)/4)*16;case dc:return Math.floor((n+4)/5)*Math.floor((t+4)/5)*16;case pc:return Math.floor((n+5)/6)*Math.floor((t+4)/5)*16;case mc:return Math.floor((n+5)/6)*Math.floor((t+5)/6)*16;case gc:return Math.floor((n+7)/8)*Math.floor((t+4)/5)*16;case _c:return Math.floor((n+7)/8)*Math.floor((t+5)/6)*16;case xc:return Math.floor((n+7)/8)*Math.floor((t+7)/8)*16;case vc:return Math.floor((n+9)/10)*Math.floor((t+4)/5)*16;case yc:return Math.floor((n+9)/10)*Math.floor((t+5)/6)*16;case Sc:return Math.floor((n+9)/10)*Math.floor((t+7)/8)*16;case Mc:return Math.floor((n+9)/10)*Math.floor((t+9)/10)*16;case bc:return Math.floor((n+11)/12)*Math.floor((t+9)/10)*16;case wc:return Math.floor((n+11)/12)*Math.floor((t+11)/12)*16;case Ec:case Tc:case Ac:return Math.ceil(n/4)*Math.ceil(t/4)*16;case Cc:case Rc:return Math.ceil(n/4)*Math.ceil(t/4)*8;case xa:case Pc:return Math.ceil(n/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function W_(n){switch(n){case ti:case pu:return{byteLength:1,components:1};case ro:case mu:case Ni:return{byteLength:2,components:1};case Zl:case Kl:return{byteLength:2,components:4};case Ii:case Jl:case Li:return{byteLength:4,components:1};case gu:case _u:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Jt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function jp(){let n=null,t=!1,e=null,i=null;function s(r,o){i=n.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&n!==null&&(i=n.requestAnimationFrame(s),t=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){n=r}}}function q_(n){let t=new WeakMap;function e(a,l){let c=a.array,u=a.usage,h=c.byteLength,f=n.createBuffer();n.bindBuffer(l,f),n.bufferData(l,c,u),a.onUploadCallback();let d;if(c instanceof Float32Array)d=n.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=n.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=n.HALF_FLOAT:d=n.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=n.SHORT;else if(c instanceof Uint32Array)d=n.UNSIGNED_INT;else if(c instanceof Int32Array)d=n.INT;else if(c instanceof Int8Array)d=n.BYTE;else if(c instanceof Uint8Array)d=n.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function i(a,l,c){let u=l.array,h=l.updateRanges;if(n.bindBuffer(c,a),h.length===0)n.bufferSubData(c,0,u);else{h.sort((d,g)=>d.start-g.start);let f=0;for(let d=1;d<h.length;d++){let g=h[f],_=h[d];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++f,h[f]=_)}h.length=f+1;for(let d=0,g=h.length;d<g;d++){let _=h[d];n.bufferSubData(c,_.start*u.BYTES_PER_ELEMENT,u,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(n.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=t.get(a);(!u||u.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var $_=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Y_=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,J_=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Z_=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,K_=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,j_=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Q_=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,tx=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,ex=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,nx=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,ix=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,sx=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,rx=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,ox=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,ax=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,lx=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,cx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,hx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,ux=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,fx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,dx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,px=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,mx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,gx=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,_x=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,xx=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,vx=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,yx=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Sx=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Mx="gl_FragColor = linearToOutputTexel( gl_FragColor );",bx=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,wx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Ex=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Tx=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Ax=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Cx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Rx=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Px=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ix=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Lx=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Nx=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Dx=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Ux=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Fx=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Ox=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Bx=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,kx=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,zx=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Vx=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Gx=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Hx=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Wx=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Xx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,qx=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,$x=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Yx=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Jx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Zx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Kx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,jx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Qx=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,tv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ev=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,nv=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,iv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,sv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,rv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,ov=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,av=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,lv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,cv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,hv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,uv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,fv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,dv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,pv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,mv=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,gv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,_v=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,xv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,vv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,yv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Sv=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Mv=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,bv=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,wv=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Ev=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Tv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Av=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Cv=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Rv=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Pv=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Iv=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Lv=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Nv=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Dv=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Uv=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Fv=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Ov=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Bv=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,kv=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,zv=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Vv=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Gv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Hv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Wv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Xv=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,qv=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,$v=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Jv=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Zv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Kv=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,jv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Qv=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,ty=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,ey=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,ny=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,iy=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,sy=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,ry=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,oy=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,ay=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ly=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,cy=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,hy=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,uy=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,fy=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,dy=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,py=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,my=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,gy=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,_y=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xy=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,vy=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,yy=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,Sy=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,My=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,by=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,wy=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Ey=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ue={alphahash_fragment:$_,alphahash_pars_fragment:Y_,alphamap_fragment:J_,alphamap_pars_fragment:Z_,alphatest_fragment:K_,alphatest_pars_fragment:j_,aomap_fragment:Q_,aomap_pars_fragment:tx,batching_pars_vertex:ex,batching_vertex:nx,begin_vertex:ix,beginnormal_vertex:sx,bsdfs:rx,iridescence_fragment:ox,bumpmap_pars_fragment:ax,clipping_planes_fragment:lx,clipping_planes_pars_fragment:cx,clipping_planes_pars_vertex:hx,clipping_planes_vertex:ux,color_fragment:fx,color_pars_fragment:dx,color_pars_vertex:px,color_vertex:mx,common:gx,defaultnormal_vertex:_x,displacementmap_pars_vertex:xx,displacementmap_vertex:vx,emissivemap_fragment:yx,emissivemap_pars_fragment:Sx,colorspace_fragment:Mx,colorspace_pars_fragment:bx,envmap_fragment:wx,envmap_common_pars_fragment:Ex,envmap_pars_fragment:Tx,envmap_pars_vertex:Ax,envmap_physical_pars_fragment:Bx,envmap_vertex:Cx,fog_vertex:Rx,fog_pars_vertex:Px,fog_fragment:Ix,fog_pars_fragment:Lx,gradientmap_pars_fragment:Nx,lightmap_pars_fragment:Dx,lights_lambert_fragment:Ux,lights_lambert_pars_fragment:Fx,lights_pars_begin:Ox,lights_toon_fragment:kx,lights_toon_pars_fragment:zx,lights_phong_fragment:Vx,lights_phong_pars_fragment:Gx,lights_physical_fragment:Hx,lights_physical_pars_fragment:Wx,lights_fragment_begin:Xx,lights_fragment_maps:qx,lights_fragment_end:$x,lightprobes_pars_fragment:Yx,logdepthbuf_fragment:Jx,logdepthbuf_pars_fragment:Zx,logdepthbuf_pars_vertex:Kx,logdepthbuf_vertex:jx,map_fragment:Qx,map_pars_fragment:tv,map_particle_fragment:ev,map_particle_pars_fragment:nv,metalnessmap_fragment:iv,metalnessmap_pars_fragment:sv,morphinstance_vertex:rv,morphcolor_vertex:ov,morphnormal_vertex:av,morphtarget_pars_vertex:lv,morphtarget_vertex:cv,normal_fragment_begin:hv,normal_fragment_maps:uv,normal_pars_fragment:fv,normal_pars_vertex:dv,normal_vertex:pv,normalmap_pars_fragment:mv,clearcoat_normal_fragment_begin:gv,clearcoat_normal_fragment_maps:_v,clearcoat_pars_fragment:xv,iridescence_pars_fragment:vv,opaque_fragment:yv,packing:Sv,premultiplied_alpha_fragment:Mv,project_vertex:bv,dithering_fragment:wv,dithering_pars_fragment:Ev,roughnessmap_fragment:Tv,roughnessmap_pars_fragment:Av,shadowmap_pars_fragment:Cv,shadowmap_pars_vertex:Rv,shadowmap_vertex:Pv,shadowmask_pars_fragment:Iv,skinbase_vertex:Lv,skinning_pars_vertex:Nv,skinning_vertex:Dv,skinnormal_vertex:Uv,specularmap_fragment:Fv,specularmap_pars_fragment:Ov,tonemapping_fragment:Bv,tonemapping_pars_fragment:kv,transmission_fragment:zv,transmission_pars_fragment:Vv,uv_pars_fragment:Gv,uv_pars_vertex:Hv,uv_vertex:Wv,worldpos_vertex:Xv,background_vert:qv,background_frag:$v,backgroundCube_vert:Yv,backgroundCube_frag:Jv,cube_vert:Zv,cube_frag:Kv,depth_vert:jv,depth_frag:Qv,distance_vert:ty,distance_frag:ey,equirect_vert:ny,equirect_frag:iy,linedashed_vert:sy,linedashed_frag:ry,meshbasic_vert:oy,meshbasic_frag:ay,meshlambert_vert:ly,meshlambert_frag:cy,meshmatcap_vert:hy,meshmatcap_frag:uy,meshnormal_vert:fy,meshnormal_frag:dy,meshphong_vert:py,meshphong_frag:my,meshphysical_vert:gy,meshphysical_frag:_y,meshtoon_vert:xy,meshtoon_frag:vy,points_vert:yy,points_frag:Sy,shadow_vert:My,shadow_frag:by,sprite_vert:wy,sprite_frag:Ey},Nt={common:{diffuse:{value:new fe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new se},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new se}},envmap:{envMap:{value:null},envMapRotation:{value:new se},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new se}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new se}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new se},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new se},normalScale:{value:new ve(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new se},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new se}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new se}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new se}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new fe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new fe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0},uvTransform:{value:new se}},sprite:{diffuse:{value:new fe(16777215)},opacity:{value:1},center:{value:new ve(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new se},alphaMap:{value:null},alphaMapTransform:{value:new se},alphaTest:{value:0}}},ji={basic:{uniforms:Vn([Nt.common,Nt.specularmap,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.fog]),vertexShader:ue.meshbasic_vert,fragmentShader:ue.meshbasic_frag},lambert:{uniforms:Vn([Nt.common,Nt.specularmap,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)},envMapIntensity:{value:1}}]),vertexShader:ue.meshlambert_vert,fragmentShader:ue.meshlambert_frag},phong:{uniforms:Vn([Nt.common,Nt.specularmap,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)},specular:{value:new fe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ue.meshphong_vert,fragmentShader:ue.meshphong_frag},standard:{uniforms:Vn([Nt.common,Nt.envmap,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.roughnessmap,Nt.metalnessmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag},toon:{uniforms:Vn([Nt.common,Nt.aomap,Nt.lightmap,Nt.emissivemap,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.gradientmap,Nt.fog,Nt.lights,{emissive:{value:new fe(0)}}]),vertexShader:ue.meshtoon_vert,fragmentShader:ue.meshtoon_frag},matcap:{uniforms:Vn([Nt.common,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,Nt.fog,{matcap:{value:null}}]),vertexShader:ue.meshmatcap_vert,fragmentShader:ue.meshmatcap_frag},points:{uniforms:Vn([Nt.points,Nt.fog]),vertexShader:ue.points_vert,fragmentShader:ue.points_frag},dashed:{uniforms:Vn([Nt.common,Nt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ue.linedashed_vert,fragmentShader:ue.linedashed_frag},depth:{uniforms:Vn([Nt.common,Nt.displacementmap]),vertexShader:ue.depth_vert,fragmentShader:ue.depth_frag},normal:{uniforms:Vn([Nt.common,Nt.bumpmap,Nt.normalmap,Nt.displacementmap,{opacity:{value:1}}]),vertexShader:ue.meshnormal_vert,fragmentShader:ue.meshnormal_frag},sprite:{uniforms:Vn([Nt.sprite,Nt.fog]),vertexShader:ue.sprite_vert,fragmentShader:ue.sprite_frag},background:{uniforms:{uvTransform:{value:new se},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ue.background_vert,fragmentShader:ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new se}},vertexShader:ue.backgroundCube_vert,fragmentShader:ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ue.cube_vert,fragmentShader:ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ue.equirect_vert,fragmentShader:ue.equirect_frag},distance:{uniforms:Vn([Nt.common,Nt.displacementmap,{referencePosition:{value:new j},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ue.distance_vert,fragmentShader:ue.distance_frag},shadow:{uniforms:Vn([Nt.lights,Nt.fog,{color:{value:new fe(0)},opacity:{value:1}}]),vertexShader:ue.shadow_vert,fragmentShader:ue.shadow_frag}};ji.physical={uniforms:Vn([ji.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new se},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new se},clearcoatNormalScale:{value:new ve(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new se},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new se},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new se},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new se},sheen:{value:0},sheenColor:{value:new fe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new se},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new se},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new se},transmissionSamplerSize:{value:new ve},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new se},attenuationDistance:{value:0},attenuationColor:{value:new fe(0)},specularColor:{value:new fe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new se},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new se},anisotropyVector:{value:new ve},anisotropyMap:{value:null},anisotropyMapTransform:{value:new se}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag};var Lc={r:0,b:0,g:0},Ty=new Fe,Qp=new se;Qp.set(-1,0,0,0,1,0,0,0,1);function Ay(n,t,e,i,s,r){let o=new fe(0),a=s===!0?0:1,l,c,u=null,h=0,f=null;function d(v){let A=v.isScene===!0?v.background:null;if(A&&A.isTexture){let S=v.backgroundBlurriness>0;A=t.get(A,S)}return A}function g(v){let A=!1,S=d(v);S===null?p(o,a):S&&S.isColor&&(p(S,1),A=!0);let R=n.xr.getEnvironmentBlendMode();R==="additive"?e.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(n.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function _(v,A){let S=d(A);S&&S.isCubeTexture?(c===void 0&&(c=new In(new Kr(1,1,1),new Ji({name:"BackgroundCubeMaterial",uniforms:lr(ji.backgroundCube.uniforms),vertexShader:ji.backgroundCube.vertexShader,fragmentShader:ji.backgroundCube.fragmentShader,side:Kn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,b,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(Ty.makeRotationFromEuler(A.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Qp),c.material.toneMapped=xe.getTransfer(S.colorSpace)!==Ae,(u!==S||h!==S.version||f!==n.toneMapping)&&(c.material.needsUpdate=!0,u=S,h=S.version,f=n.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new In(new na(2,2),new Ji({name:"BackgroundMaterial",uniforms:lr(ji.background.uniforms),vertexShader:ji.background.vertexShader,fragmentShader:ji.background.fragmentShader,side:Hs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=xe.getTransfer(S.colorSpace)!==Ae,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(u!==S||h!==S.version||f!==n.toneMapping)&&(l.material.needsUpdate=!0,u=S,h=S.version,f=n.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function p(v,A){v.getRGB(Lc,Au(n)),e.buffers.color.setClear(Lc.r,Lc.g,Lc.b,A,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,A=1){o.set(v),a=A,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,p(o,a)},render:g,addToRenderList:_,dispose:m}}function Cy(n,t){let e=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},s=f(null),r=s,o=!1;function a(I,F,O,D,G){let $=!1,H=h(I,D,O,F);r!==H&&(r=H,c(r.object)),$=d(I,D,O,G),$&&g(I,D,O,G),G!==null&&t.update(G,n.ELEMENT_ARRAY_BUFFER),($||o)&&(o=!1,S(I,F,O,D),G!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,t.get(G).buffer))}function l(){return n.createVertexArray()}function c(I){return n.bindVertexArray(I)}function u(I){return n.deleteVertexArray(I)}function h(I,F,O,D){let G=D.wireframe===!0,$=i[F.id];$===void 0&&($={},i[F.id]=$);let H=I.isInstancedMesh===!0?I.id:0,dt=$[H];dt===void 0&&(dt={},$[H]=dt);let Z=dt[O.id];Z===void 0&&(Z={},dt[O.id]=Z);let et=Z[G];return et===void 0&&(et=f(l()),Z[G]=et),et}function f(I){let F=[],O=[],D=[];for(let G=0;G<e;G++)F[G]=0,O[G]=0,D[G]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:F,enabledAttributes:O,attributeDivisors:D,object:I,attributes:{},index:null}}function d(I,F,O,D){let G=r.attributes,$=F.attributes,H=0,dt=O.getAttributes();for(let Z in dt)if(dt[Z].location>=0){let rt=G[Z],K=$[Z];if(K===void 0&&(Z==="instanceMatrix"&&I.instanceMatrix&&(K=I.instanceMatrix),Z==="instanceColor"&&I.instanceColor&&(K=I.instanceColor)),rt===void 0||rt.attribute!==K||K&&rt.data!==K.data)return!0;H++}return r.attributesNum!==H||r.index!==D}function g(I,F,O,D){let G={},$=F.attributes,H=0,dt=O.getAttributes();for(let Z in dt)if(dt[Z].location>=0){let rt=$[Z];rt===void 0&&(Z==="instanceMatrix"&&I.instanceMatrix&&(rt=I.instanceMatrix),Z==="instanceColor"&&I.instanceColor&&(rt=I.instanceColor));let K={};K.attribute=rt,rt&&rt.data&&(K.data=rt.data),G[Z]=K,H++}r.attributes=G,r.attributesNum=H,r.index=D}function _(){let I=r.newAttributes;for(let F=0,O=I.length;F<O;F++)I[F]=0}function p(I){m(I,0)}function m(I,F){let O=r.newAttributes,D=r.enabledAttributes,G=r.attributeDivisors;O[I]=1,D[I]===0&&(n.enableVertexAttribArray(I),D[I]=1),G[I]!==F&&(n.vertexAttribDivisor(I,F),G[I]=F)}function v(){let I=r.newAttributes,F=r.enabledAttributes;for(let O=0,D=F.length;O<D;O++)F[O]!==I[O]&&(n.disableVertexAttribArray(O),F[O]=0)}function A(I,F,O,D,G,$,H){H===!0?n.vertexAttribIPointer(I,F,O,G,$):n.vertexAttribPointer(I,F,O,D,G,$)}function S(I,F,O,D){_();let G=D.attributes,$=O.getAttributes(),H=F.defaultAttributeValues;for(let dt in $){let Z=$[dt];if(Z.location>=0){let et=G[dt];if(et===void 0&&(dt==="instanceMatrix"&&I.instanceMatrix&&(et=I.instanceMatrix),dt==="instanceColor"&&I.instanceColor&&(et=I.instanceColor)),et!==void 0){let rt=et.normalized,K=et.itemSize,st=t.get(et);if(st===void 0)continue;let q=st.buffer,at=st.type,ut=st.bytesPerElement,pt=at===n.INT||at===n.UNSIGNED_INT||et.gpuType===Jl;if(et.isInterleavedBufferAttribute){let _t=et.data,Ft=_t.isInterleavedBuffer===!0?_t.stride:_t.itemSize,Qt=et.offset;if(_t.isInstancedInterleavedBuffer||_t.isInstancedBufferAttribute){for(let kt=0;kt<Z.locationSize;kt++)m(Z.location+kt,_t.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=_t.meshPerAttribute*_t.count)}else for(let kt=0;kt<Z.locationSize;kt++)p(Z.location+kt);n.bindBuffer(n.ARRAY_BUFFER,q);for(let kt=0;kt<Z.locationSize;kt++)A(Z.location+kt,K/Z.locationSize,at,rt,Ft*ut,(Qt+K/Z.locationSize*kt)*ut,pt)}else{if(et.isInstancedBufferAttribute){for(let _t=0;_t<Z.locationSize;_t++)m(Z.location+_t,et.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=et.meshPerAttribute*et.count)}else for(let _t=0;_t<Z.locationSize;_t++)p(Z.location+_t);n.bindBuffer(n.ARRAY_BUFFER,q);for(let _t=0;_t<Z.locationSize;_t++)A(Z.location+_t,K/Z.locationSize,at,rt,K*ut,K/Z.locationSize*_t*ut,pt)}}else if(H!==void 0){let rt=H[dt];if(rt!==void 0)switch(rt.length){case 2:n.vertexAttrib2fv(Z.location,rt);break;case 3:n.vertexAttrib3fv(Z.location,rt);break;case 4:n.vertexAttrib4fv(Z.location,rt);break;default:n.vertexAttrib1fv(Z.location,rt)}}}}v()}function R(){B();for(let I in i){let F=i[I];for(let O in F){let D=F[O];for(let G in D){let $=D[G];for(let H in $)u($[H].object),delete $[H];delete D[G]}}delete i[I]}}function b(I){if(i[I.id]===void 0)return;let F=i[I.id];for(let O in F){let D=F[O];for(let G in D){let $=D[G];for(let H in $)u($[H].object),delete $[H];delete D[G]}}delete i[I.id]}function x(I){for(let F in i){let O=i[F];for(let D in O){let G=O[D];if(G[I.id]===void 0)continue;let $=G[I.id];for(let H in $)u($[H].object),delete $[H];delete G[I.id]}}}function w(I){for(let F in i){let O=i[F],D=I.isInstancedMesh===!0?I.id:0,G=O[D];if(G!==void 0){for(let $ in G){let H=G[$];for(let dt in H)u(H[dt].object),delete H[dt];delete G[$]}delete O[D],Object.keys(O).length===0&&delete i[F]}}}function B(){P(),o=!0,r!==s&&(r=s,c(r.object))}function P(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:P,dispose:R,releaseStatesOfGeometry:b,releaseStatesOfObject:w,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:p,disableUnusedAttributes:v}}function Ry(n,t,e){let i;function s(l){i=l}function r(l,c){n.drawArrays(i,l,c),e.update(c,i,1)}function o(l,c,u){u!==0&&(n.drawArraysInstanced(i,l,c,u),e.update(c,i,u))}function a(l,c,u){if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,u);let f=0;for(let d=0;d<u;d++)f+=c[d];e.update(f,i,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Py(n,t,e,i){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=n.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Di&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let w=x===Ni&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==ti&&x!==Li&&!w&&i.convert(x)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",u=l(c);u!==c&&(Jt("WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let h=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=e.logarithmicDepthBuffer===!0&&h===!1;e.reversedDepthBuffer===!0&&h===!1&&Jt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&h===!0&&Jt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),g=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=n.getParameter(n.MAX_TEXTURE_SIZE),p=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),m=n.getParameter(n.MAX_VERTEX_ATTRIBS),v=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),A=n.getParameter(n.MAX_VARYING_VECTORS),S=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),R=n.getParameter(n.MAX_SAMPLES),b=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:h,maxTextures:d,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:p,maxAttributes:m,maxVertexUniforms:v,maxVaryings:A,maxFragmentUniforms:S,maxSamples:R,samples:b}}function Iy(n){let t=this,e=null,i=0,s=!1,r=!1,o=new Pi,a=new se,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,f){let d=h.length!==0||f||i!==0||s;return s=f,i=h.length,d},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,f){e=u(h,f,0)},this.setState=function(h,f,d){let g=h.clippingPlanes,_=h.clipIntersection,p=h.clipShadows,m=n.get(h);if(!s||g===null||g.length===0||r&&!p)r?u(null):c();else{let v=r?0:i,A=v*4,S=m.clippingState||null;l.value=S,S=u(g,f,A,d);for(let R=0;R!==A;++R)S[R]=e[R];m.clippingState=S,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=i>0),t.numPlanes=i,t.numIntersection=0}function u(h,f,d,g){let _=h!==null?h.length:0,p=null;if(_!==0){if(p=l.value,g!==!0||p===null){let m=d+_*4,v=f.matrixWorldInverse;a.getNormalMatrix(v),(p===null||p.length<m)&&(p=new Float32Array(m));for(let A=0,S=d;A!==_;++A,S+=4)o.copy(h[A]).applyMatrix4(v,a),o.normal.toArray(p,S),p[S+3]=o.constant}l.value=p,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,p}}var Ma=class extends ci{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let i={width:t,height:t,depth:1},s=[i,i,i,i,i,i];this.texture=new Qo(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Kr(5,5,5),r=new Ji({name:"CubemapFromEquirect",uniforms:lr(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:Kn,blending:sr});r.uniforms.tEquirect.value=e;let o=new In(s,r),a=e.minFilter;return e.minFilter===xs&&(e.minFilter=Zn),new eo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,i=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,i,s);t.setRenderTarget(r)}},Ip=256,Ly=3,Ny=20,tm=256,em=16,Dy=3,Uy=new j,Fy=new fe,Dc=class n{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new eo(1,10,null),this._boxMesh=new In(new Kr(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,i=.1,s=100,r={}){let{size:o=256,position:a=Uy}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),u=this._getSourceTarget(!0);e>0&&(u.texture.mipmapsAutoUpdate=!1);let h=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,g=l.autoClearStencil,_=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(t.background=l.getClearColor(Fy));let p=new eo(i,s,u);return p.position.copy(a),p.update(l,t),l.autoClear=h,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=g,t.background=_,e>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Dp(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Np(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Ip,Tp(t))}_fromTexture(t,e){t.mapping===or||t.mapping===so?this._setSize(t.image.length===0?Ip:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let i=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(i),i}_allocateTarget(){let t=this._cubeSize,e=Lp(t,!1,!1),i=Math.log2(t)-Ly;for(let s=0;s<=i;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==e||t&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=Lp(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,i){let s=this._boxMesh,r=this._cubeCamera;s.material=i,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===or||t.mapping===so?(this._cubemapMaterial===null&&(this._cubemapMaterial=Dp()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Np()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Oy(),this._integrationMaterial=By());let e=this._cubeSize,i=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/em);for(let o=0;o<=i;o++){let a=n.lodToRoughness(o,i);if(o>i-Dy)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(tm*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=ky());let i=this._blurMaterial,s=i.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,i),s.envMap.value=t.texture,this._renderCube(r,0,i)}};function Lp(n,t,e){return new Ma(n,{minFilter:xs,generateMipmaps:t,type:Ni,colorSpace:Wo,depthBuffer:e})}function ba(n,t,e){return new Ji({name:n,uniforms:t,vertexShader:ue.cube_vert,fragmentShader:e,side:Kn,blending:sr,depthTest:!1,depthWrite:!1})}function Oy(){return ba("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${tm}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function By(){return ba("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:em}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function ky(){return ba("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${Ny}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Np(){return ba("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Dp(){return ba("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function zy(n){let t=new WeakMap,e=new WeakMap,i=null;function s(f,d=!1){return f==null?null:d?o(f):r(f)}function r(f){if(f&&f.isTexture){let d=f.mapping;if(d===ql||d===$l)if(t.has(f)){let g=t.get(f).texture;return a(g,f.mapping)}else{let g=f.image;if(g&&g.height>0){let _=new Ma(g.height);return _.fromEquirectangularTexture(n,f),t.set(f,_),f.addEventListener("dispose",c),a(_.texture,f.mapping)}else return null}}return f}function o(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,g=d===ql||d===$l,_=d===or||d===so;if(g||_){let p=e.get(f),m=p!==void 0?p.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==m)return i===null&&(i=new Dc(n)),p=g?i.fromEquirectangular(f,p):i.fromCubemap(f,p),p.texture.pmremVersion=f.pmremVersion,e.set(f,p),p.texture;if(p!==void 0)return p.texture;{let v=f.image;return g&&v&&v.height>0||_&&v&&l(v)?(i===null&&(i=new Dc(n)),p=g?i.fromEquirectangular(f):i.fromCubemap(f),p.texture.pmremVersion=f.pmremVersion,e.set(f,p),f.addEventListener("dispose",u),p.texture):null}}}return f}function a(f,d){return d===ql?f.mapping=or:d===$l&&(f.mapping=so),f}function l(f){let d=0,g=6;for(let _=0;_<g;_++)f[_]!==void 0&&d++;return d===g}function c(f){let d=f.target;d.removeEventListener("dispose",c);let g=t.get(d);g!==void 0&&(t.delete(d),g.dispose())}function u(f){let d=f.target;d.removeEventListener("dispose",u);let g=e.get(d);g!==void 0&&(e.delete(d),g.dispose())}function h(){t=new WeakMap,e=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:s,dispose:h}}function Vy(n){let t={};function e(i){if(t[i]!==void 0)return t[i];let s=n.getExtension(i);return t[i]=s,s}return{has:function(i){return e(i)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(i){let s=e(i);return s===null&&Go("WebGLRenderer: "+i+" extension not supported."),s}}}function Gy(n,t,e,i){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&t.remove(g.index);for(let p in g.attributes)t.remove(g.attributes[p]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let _=r.get(g);_&&(t.remove(_),r.delete(g)),i.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,e.memory.geometries--}function c(g,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),e.memory.geometries++),_}function u(g){let _=g.attributes;for(let p in _)t.update(_[p],n.ARRAY_BUFFER)}function h(g){let _=g.index,p=g.attributes.position,m=0;if(p===void 0)return;let v=_!==null?_.array.length:p.array.length/3-1,A=p.count>=65535?Ko:Zo,S=new A(Math.ceil(v/3)*6,1),R=S.array;if(_!==null){let x=_.array;m=_.version;for(let w=0,B=0;w<v;w+=3){let P=x[w+0],I=x[w+1],F=x[w+2];R[B++]=P,R[B++]=I,R[B++]=I,R[B++]=F,R[B++]=F,R[B++]=P}}else{m=p.version;for(let x=0,w=0;x<v;x+=3){let B=x+0,P=x+1,I=x+2;R[w++]=B,R[w++]=P,R[w++]=P,R[w++]=I,R[w++]=I,R[w++]=B}}S.version=m;let b=r.get(g);b&&t.remove(b),r.set(g,S)}function f(g){let _=r.get(g);if(_){let p=g.index;p!==null&&_.version<p.version&&h(g)}else h(g);return r.get(g)}function d(){for(let g in s){let _=s[g].deref();_!==void 0&&l(_)}}return{get:c,update:u,getWireframeAttribute:f,dispose:d}}function Hy(n,t,e){let i;function s(h){i=h}let r,o;function a(h){r=h.type,o=h.bytesPerElement}function l(h,f){n.drawElements(i,f,r,h*o),e.update(f,i,1)}function c(h,f,d){d!==0&&(n.drawElementsInstanced(i,f,r,h*o,d),e.update(f,i,d))}function u(h,f,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,f,0,r,h,0,d);let _=0;for(let p=0;p<d;p++)_+=f[p];e.update(_,i,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u}function Wy(n){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,o,a){switch(e.calls++,o){case n.TRIANGLES:e.triangles+=a*(r/3);break;case n.LINES:e.lines+=a*(r/2);break;case n.LINE_STRIP:e.lines+=a*(r-1);break;case n.LINE_LOOP:e.lines+=a*r;break;case n.POINTS:e.points+=a*r;break;default:ne("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:i}}function Xy(n,t,e){let i=new WeakMap,s=new Je;function r(o,a,l){let c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=u!==void 0?u.length:0,f=i.get(a);if(f===void 0||f.count!==h){let B=function(){x.dispose(),i.delete(a),a.removeEventListener("dispose",B)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],A=0;d===!0&&(A=1),g===!0&&(A=2),_===!0&&(A=3);let S=a.attributes.position.count*A,R=1;S>t.maxTextureSize&&(R=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let b=new Float32Array(S*R*4*h),x=new $o(b,S,R,h);x.type=Li,x.needsUpdate=!0;let w=A*4;for(let P=0;P<h;P++){let I=p[P],F=m[P],O=v[P],D=S*R*4*P;for(let G=0;G<I.count;G++){let $=G*w;d===!0&&(s.fromBufferAttribute(I,G),b[D+$+0]=s.x,b[D+$+1]=s.y,b[D+$+2]=s.z,b[D+$+3]=0),g===!0&&(s.fromBufferAttribute(F,G),b[D+$+4]=s.x,b[D+$+5]=s.y,b[D+$+6]=s.z,b[D+$+7]=0),_===!0&&(s.fromBufferAttribute(O,G),b[D+$+8]=s.x,b[D+$+9]=s.y,b[D+$+10]=s.z,b[D+$+11]=O.itemSize===4?s.w:1)}}f={count:h,texture:x,size:new ve(S,R)},i.set(a,f),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",o.morphTexture,e);else{let d=0;for(let _=0;_<c.length;_++)d+=c[_];let g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(n,"morphTargetBaseInfluence",g),l.getUniforms().setValue(n,"morphTargetInfluences",c)}l.getUniforms().setValue(n,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(n,"morphTargetsTextureSize",f.size)}return{update:r}}function qy(n,t,e,i,s){let r=new WeakMap;function o(c){let u=s.render.frame,h=c.geometry,f=t.get(c,h);if(r.get(f)!==u&&(t.update(f),r.set(f,u)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==u&&(e.update(c.instanceMatrix,n.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,n.ARRAY_BUFFER),r.set(c,u))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==u&&(d.update(),r.set(d,u))}return f}function a(){r=new WeakMap}function l(c){let u=c.target;u.removeEventListener("dispose",l),i.releaseStatesOfObject(u),e.remove(u.instanceMatrix),u.instanceColor!==null&&e.remove(u.instanceColor)}return{update:o,dispose:a}}var $y={[ou]:"LINEAR_TONE_MAPPING",[au]:"REINHARD_TONE_MAPPING",[lu]:"CINEON_TONE_MAPPING",[cu]:"ACES_FILMIC_TONE_MAPPING",[uu]:"AGX_TONE_MAPPING",[fu]:"NEUTRAL_TONE_MAPPING",[hu]:"CUSTOM_TONE_MAPPING"};function Yy(n,t,e,i,s,r){let o=new ci(t,e,{type:n,depthBuffer:s,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,u=new zn;u.setAttribute("position",new qe([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new qe([0,2,0,0,2,0],2));let h=new Il({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new In(u,h),d=new aa(-1,1,1,-1,0,1),g=null,_=null,p=!1,m,v=null,A=[],S=!1;this.setSize=function(R,b){o.setSize(R,b),a!==null&&a.setSize(R,b),l!==null&&l.setSize(R,b);for(let x=0;x<A.length;x++){let w=A[x];w.setSize&&w.setSize(R,b)}},this.setEffects=function(R){A=R,S=A.length>0&&A[0].isRenderPass===!0;let b=o.width,x=o.height;A.length>0&&a===null&&(a=new ci(b,x,{type:Ni,depthBuffer:!1,stencilBuffer:!1}),l=new ci(b,x,{type:Ni,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&A.some(B=>B.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new _s(b,x),r===!0&&(c.format=vs,c.type=ar)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let B=0;B<A.length;B++){let P=A[B];P.setSize&&P.setSize(b,x),w&&P.needsDepthTexture===!0&&P.setDepthTexture&&P.setDepthTexture(c)}},this.begin=function(R,b){if(p||R.toneMapping===Zi&&A.length===0)return!1;if(v=b,b!==null){let x=b.width,w=b.height;(o.width!==x||o.height!==w)&&this.setSize(x,w)}return S===!1&&R.setRenderTarget(o),m=R.toneMapping,R.toneMapping=Zi,!0},this.hasRenderPass=function(){return S},this.end=function(R,b){R.toneMapping=m,p=!0;let x=o,w=a;for(let B=0;B<A.length;B++){let P=A[B];P.enabled!==!1&&(P.render(R,w,x,b),P.needsSwap!==!1&&(x=w,w=w===a?l:a))}if(g!==R.outputColorSpace||_!==R.toneMapping){g=R.outputColorSpace,_=R.toneMapping,h.defines={},xe.getTransfer(g)===Ae&&(h.defines.SRGB_TRANSFER="");let B=$y[_];B&&(h.defines[B]=""),h.needsUpdate=!0}h.uniforms.tDiffuse.value=x.texture,R.setRenderTarget(v),R.render(f,d),v=null,p=!1},this.isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),u.dispose(),h.dispose()}}var nm=new Qn,im=new _s(1,1),sm=new ta(1),rm=new $o,om=new El,am=new Qo,Up=[],Fp=[],Op=new Float32Array(16),Bp=new Float32Array(9),kp=new Float32Array(4);function ao(n,t,e){let i=n[0];if(i<=0||i>0)return n;let s=t*e,r=Up[s];if(r===void 0&&(r=new Float32Array(s),Up[s]=r),t!==0){i.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,n[o].toArray(r,a)}return r}function xn(n,t){if(n.length!==t.length)return!1;for(let e=0,i=n.length;e<i;e++)if(n[e]!==t[e])return!1;return!0}function vn(n,t){for(let e=0,i=t.length;e<i;e++)n[e]=t[e]}function Fc(n,t){let e=Fp[t];e===void 0&&(e=new Int32Array(t),Fp[t]=e);for(let i=0;i!==t;++i)e[i]=n.allocateTextureUnit();return e}function Jy(n,t){let e=this.cache;e[0]!==t&&(n.uniform1f(this.addr,t),e[0]=t)}function Zy(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(n.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;n.uniform2fv(this.addr,t),vn(e,t)}}function Ky(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(n.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(n.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(xn(e,t))return;n.uniform3fv(this.addr,t),vn(e,t)}}function jy(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(n.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;n.uniform4fv(this.addr,t),vn(e,t)}}function Qy(n,t){let e=this.cache,i=t.elements;if(i===void 0){if(xn(e,t))return;n.uniformMatrix2fv(this.addr,!1,t),vn(e,t)}else{if(xn(e,i))return;kp.set(i),n.uniformMatrix2fv(this.addr,!1,kp),vn(e,i)}}function tS(n,t){let e=this.cache,i=t.elements;if(i===void 0){if(xn(e,t))return;n.uniformMatrix3fv(this.addr,!1,t),vn(e,t)}else{if(xn(e,i))return;Bp.set(i),n.uniformMatrix3fv(this.addr,!1,Bp),vn(e,i)}}function eS(n,t){let e=this.cache,i=t.elements;if(i===void 0){if(xn(e,t))return;n.uniformMatrix4fv(this.addr,!1,t),vn(e,t)}else{if(xn(e,i))return;Op.set(i),n.uniformMatrix4fv(this.addr,!1,Op),vn(e,i)}}function nS(n,t){let e=this.cache;e[0]!==t&&(n.uniform1i(this.addr,t),e[0]=t)}function iS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(n.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;n.uniform2iv(this.addr,t),vn(e,t)}}function sS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(n.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;n.uniform3iv(this.addr,t),vn(e,t)}}function rS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(n.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;n.uniform4iv(this.addr,t),vn(e,t)}}function oS(n,t){let e=this.cache;e[0]!==t&&(n.uniform1ui(this.addr,t),e[0]=t)}function aS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(n.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;n.uniform2uiv(this.addr,t),vn(e,t)}}function lS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(n.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;n.uniform3uiv(this.addr,t),vn(e,t)}}function cS(n,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(n.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;n.uniform4uiv(this.addr,t),vn(e,t)}}function Oc(n){return n.version===0&&(n.compareFunction=bu,n.needsUpdate=!0),n}function hS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_2D_SHADOW?r=Oc(im):r=nm,e.setTexture2D(t||r,s)}function uS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),e.setTexture3D(t||om,s)}function fS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_CUBE_SHADOW?r=Oc(sm):r=am,e.setTextureCube(t||r,s)}function dS(n,t,e){let i=this.cache,s=e.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),e.setTexture2DArray(t||rm,s)}function pS(n){switch(n){case 5126:return Jy;case 35664:return Zy;case 35665:return Ky;case 35666:return jy;case 35674:return Qy;case 35675:return tS;case 35676:return eS;case 5124:case 35670:return nS;case 35667:case 35671:return iS;case 35668:case 35672:return sS;case 35669:case 35673:return rS;case 5125:return oS;case 36294:return aS;case 36295:return lS;case 36296:return cS;case 35678:case 36198:case 36298:case 36306:case 35682:return hS;case 35679:case 36299:case 36307:return uS;case 35680:case 36300:case 36308:case 36293:return fS;case 36289:case 36303:case 36311:case 36292:return dS}}function mS(n,t){n.uniform1fv(this.addr,t)}function gS(n,t){let e=ao(t,this.size,2);n.uniform2fv(this.addr,e)}function _S(n,t){let e=ao(t,this.size,3);n.uniform3fv(this.addr,e)}function xS(n,t){let e=ao(t,this.size,4);n.uniform4fv(this.addr,e)}function vS(n,t){let e=ao(t,this.size,4);n.uniformMatrix2fv(this.addr,!1,e)}function yS(n,t){let e=ao(t,this.size,9);n.uniformMatrix3fv(this.addr,!1,e)}function SS(n,t){let e=ao(t,this.size,16);n.uniformMatrix4fv(this.addr,!1,e)}function MS(n,t){n.uniform1iv(this.addr,t)}function bS(n,t){n.uniform2iv(this.addr,t)}function wS(n,t){n.uniform3iv(this.addr,t)}function ES(n,t){n.uniform4iv(this.addr,t)}function TS(n,t){n.uniform1uiv(this.addr,t)}function AS(n,t){n.uniform2uiv(this.addr,t)}function CS(n,t){n.uniform3uiv(this.addr,t)}function RS(n,t){n.uniform4uiv(this.addr,t)}function PS(n,t,e){let i=this.cache,s=t.length,r=Fc(e,s);xn(i,r)||(n.uniform1iv(this.addr,r),vn(i,r));let o;this.type===n.SAMPLER_2D_SHADOW?o=Oc(im):o=nm;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function IS(n,t,e){let i=this.cache,s=t.length,r=Fc(e,s);xn(i,r)||(n.uniform1iv(this.addr,r),vn(i,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||om,r[o])}function LS(n,t,e){let i=this.cache,s=t.length,r=Fc(e,s);xn(i,r)||(n.uniform1iv(this.addr,r),vn(i,r));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=Oc(sm):o=am;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function NS(n,t,e){let i=this.cache,s=t.length,r=Fc(e,s);xn(i,r)||(n.uniform1iv(this.addr,r),vn(i,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||rm,r[o])}function DS(n){switch(n){case 5126:return mS;case 35664:return gS;case 35665:return _S;case 35666:return xS;case 35674:return vS;case 35675:return yS;case 35676:return SS;case 5124:case 35670:return MS;case 35667:case 35671:return bS;case 35668:case 35672:return wS;case 35669:case 35673:return ES;case 5125:return TS;case 36294:return AS;case 36295:return CS;case 36296:return RS;case 35678:case 36198:case 36298:case 36306:case 35682:return PS;case 35679:case 36299:case 36307:return IS;case 35680:case 36300:case 36308:case 36293:return LS;case 36289:case 36303:case 36311:case 36292:return NS}}var Nu=class{constructor(t,e,i){this.id=t,this.addr=i,this.cache=[],this.type=e.type,this.setValue=pS(e.type)}},Du=class{constructor(t,e,i){this.id=t,this.addr=i,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=DS(e.type)}},Uu=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,i){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],i)}}},Iu=/(\w+)(\])?(\[|\.)?/g;function zp(n,t){n.seq.push(t),n.map[t.id]=t}function US(n,t,e){let i=n.name,s=i.length;for(Iu.lastIndex=0;;){let r=Iu.exec(i),o=Iu.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){zp(e,c===void 0?new Nu(a,n,t):new Du(a,n,t));break}else{let h=e.map[a];h===void 0&&(h=new Uu(a),zp(e,h)),e=h}}}var oo=class{constructor(t,e){this.seq=[],this.map={};let i=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);US(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,i,s){let r=this.map[e];r!==void 0&&r.setValue(t,i,s)}setOptional(t,e,i){let s=e[i];s!==void 0&&this.setValue(t,i,s)}static upload(t,e,i,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=i[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let i=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&i.push(o)}return i}};function Vp(n,t,e){let i=n.createShader(t);return n.shaderSource(i,e),n.compileShader(i),i}var FS=37297,OS=0;function BS(n,t){let e=n.split(`
`),i=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;i.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return i.join(`
`)}var Gp=new se;function kS(n){xe._getMatrix(Gp,xe.workingColorSpace,n);let t=`mat3( ${Gp.elements.map(e=>e.toFixed(4))} )`;switch(xe.getTransfer(n)){case Xo:return[t,"LinearTransferOETF"];case Ae:return[t,"sRGBTransferOETF"];default:return Jt("WebGLProgram: Unsupported color space: ",n),[t,"LinearTransferOETF"]}}function Hp(n,t,e){let i=n.getShaderParameter(t,n.COMPILE_STATUS),r=(n.getShaderInfoLog(t)||"").trim();if(i&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+BS(n.getShaderSource(t),a)}else return r}function zS(n,t){let e=kS(t);return[`vec4 ${n}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var VS={[ou]:"Linear",[au]:"Reinhard",[lu]:"Cineon",[cu]:"ACESFilmic",[uu]:"AgX",[fu]:"Neutral",[hu]:"Custom"};function GS(n,t){let e=VS[t];return e===void 0?(Jt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Nc=new j;function HS(){xe.getLuminanceCoefficients(Nc);let n=Nc.x.toFixed(4),t=Nc.y.toFixed(4),e=Nc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function WS(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Sa).join(`
`)}function XS(n){let t=[];for(let e in n){let i=n[e];i!==!1&&t.push("#define "+e+" "+i)}return t.join(`
`)}function qS(n,t){let e={},i=n.getProgramParameter(t,n.ACTIVE_ATTRIBUTES);for(let s=0;s<i;s++){let r=n.getActiveAttrib(t,s),o=r.name,a=1;r.type===n.FLOAT_MAT2&&(a=2),r.type===n.FLOAT_MAT3&&(a=3),r.type===n.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:n.getAttribLocation(t,o),locationSize:a}}return e}function Sa(n){return n!==""}function Wp(n,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Xp(n,t){return n.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var $S=/^[ \t]*#include +<([\w\d./]+)>/gm;function Fu(n){return n.replace($S,YS)}function YS(n,t){let e=ue[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Fu(e)}var JS=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function qp(n){return n.replace(JS,ZS)}function ZS(n,t,e,i){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function $p(n){let t=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?t+=`
#define HIGH_PRECISION`:n.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var KS={[ua]:"SHADOWMAP_TYPE_PCF",[no]:"SHADOWMAP_TYPE_VSM"};function jS(n){return KS[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var QS={[so]:"ENVMAP_MODE_REFRACTION"};function tM(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":QS[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var eM={[ru]:"ENVMAP_BLENDING_MULTIPLY",[hp]:"ENVMAP_BLENDING_MIX",[up]:"ENVMAP_BLENDING_ADD"};function nM(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":eM[n.combine]||"ENVMAP_BLENDING_NONE"}function iM(n,t,e,i){let s=n.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=jS(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=tM(e),h=nM(e),f=WS(e),d=XS(r),g=s.createProgram(),_,p,m=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(_=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(Sa).join(`
`),_.length>0&&(_+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(Sa).join(`
`),p.length>0&&(p+=`
`)):(_=[$p(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+u:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Sa).join(`
`),p=[$p(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+u:"",e.envMap?"#define "+h:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Zi?"#define TONE_MAPPING":"",e.toneMapping!==Zi?ue.tonemapping_pars_fragment:"",e.toneMapping!==Zi?GS("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ue.colorspace_pars_fragment,zS("linearToOutputTexel",e.outputColorSpace),HS(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Sa).join(`
`)),o=Fu(o),o=Wp(o,e),o=Xp(o,e),a=Fu(a),a=Wp(a,e),a=Xp(a,e),o=qp(o),a=qp(a),e.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,_=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,p=["#define varying in",e.glslVersion===wu?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===wu?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let v=m+_+o,A=m+p+a,S=Vp(s,s.VERTEX_SHADER,v),R=Vp(s,s.FRAGMENT_SHADER,A);s.attachShader(g,S),s.attachShader(g,R),e.index0AttributeName!==void 0?s.bindAttribLocation(g,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function b(P){if(n.debug.checkShaderErrors){let I=s.getProgramInfoLog(g)||"",F=s.getShaderInfoLog(S)||"",O=s.getShaderInfoLog(R)||"",D=I.trim(),G=F.trim(),$=O.trim(),H=!0,dt=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(H=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(s,g,S,R);else{let Z=Hp(s,S,"vertex"),et=Hp(s,R,"fragment");ne("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+D+`
`+Z+`
`+et)}else D!==""?Jt("WebGLProgram: Program Info Log:",D):(G===""||$==="")&&(dt=!1);dt&&(P.diagnostics={runnable:H,programLog:D,vertexShader:{log:G,prefix:_},fragmentShader:{log:$,prefix:p}})}s.deleteShader(S),s.deleteShader(R),x=new oo(s,g),w=qS(s,g)}let x;this.getUniforms=function(){return x===void 0&&b(this),x};let w;this.getAttributes=function(){return w===void 0&&b(this),w};let B=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(g,FS)),B},this.destroy=function(){i.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=OS++,this.cacheKey=t,this.usedTimes=1,this.program=g,this.vertexShader=S,this.fragmentShader=R,this}var sM=0,Ou=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,i){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(i)===!1&&(s.add(i),i.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let i of e)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,i=e.get(t);return i===void 0&&(i=new Set,e.set(t,i)),i}_getShaderStage(t){let e=this.shaderCache,i=e.get(t);return i===void 0&&(i=new Bu(t),e.set(t,i)),i}},Bu=class{constructor(t){this.id=sM++,this.code=t,this.usedTimes=0}};function rM(n){return n===Ws||n===_a||n===xa}function oM(n,t,e,i,s,r){let o=new Yo,a=new Ou,l=new Set,c=[],u=new Map,h=i.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(x){return l.add(x),x===0?"uv":`uv${x}`}function g(x,w,B,P,I,F){let O=P.fog,D=I.geometry,G=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?P.environment:null,$=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,H=t.get(x.envMap||G,$),dt=f[x.type],Z=i.precision;x.precision!==null&&(Z=i.getMaxPrecision(x.precision),Z!==x.precision&&Jt("WebGLProgram.getParameters:",x.precision,"not supported, using",Z,"instead."));let et=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,rt=et!==void 0?et.length:0,K=0;D.morphAttributes.position!==void 0&&(K=1),D.morphAttributes.normal!==void 0&&(K=2),D.morphAttributes.color!==void 0&&(K=3);let st,q,at,ut;if(dt){let Rt=ji[dt];st=Rt.vertexShader,q=Rt.fragmentShader}else{st=x.vertexShader,q=x.fragmentShader;let Rt=a.getVertexShaderStage(x),ce=a.getFragmentShaderStage(x);a.update(x,Rt,ce),at=Rt.id,ut=ce.id}let pt=n.getRenderTarget(),_t=n.state.buffers.depth.getReversed(),Ft=I.isInstancedMesh===!0,Qt=I.isBatchedMesh===!0,kt=!!x.map,ie=!!x.matcap,le=!!H,te=le&&H.isPMREMTexture===!0,ke=!!x.aoMap,ze=!!x.lightMap,ln=!!x.bumpMap&&x.wireframe===!1,Le=!!x.normalMap,Mn=!!x.displacementMap,Me=!!x.emissiveMap,gn=!!x.metalnessMap,Qe=!!x.roughnessMap,cn=x.anisotropy>0,z=x.clearcoat>0,Pt=x.diffuseRoughness>0,Yt=x.dispersion>0,oe=x.retroreflectivity>0,Et=x.iridescence>0,Ue=x.sheen>0,Ht=x.transmission>0,$t=cn&&!!x.anisotropyMap,L=z&&!!x.clearcoatMap,M=z&&!!x.clearcoatNormalMap,X=z&&!!x.clearcoatRoughnessMap,gt=Pt&&!!x.diffuseRoughnessMap,ct=Et&&!!x.iridescenceMap,St=Et&&!!x.iridescenceThicknessMap,Mt=Ue&&!!x.sheenColorMap,nt=Ue&&!!x.sheenRoughnessMap,ot=!!x.specularMap,vt=!!x.specularColorMap,k=!!x.specularIntensityMap,lt=Ht&&!!x.transmissionMap,it=Ht&&!!x.thicknessMap,Tt=!!x.gradientMap,yt=!!x.alphaMap,wt=x.alphaTest>0,Wt=!!x.alphaHash,Kt=!!x.extensions,mt=Zi;x.toneMapped&&(pt===null||pt.isXRRenderTarget===!0)&&(mt=n.toneMapping);let zt=te?H.isCompressedCubeTexture?H.image[0].mipmaps:H.mipmaps:null,jt={shaderID:dt,shaderType:x.type,shaderName:x.name,vertexShader:st,fragmentShader:q,defines:x.defines,customVertexShaderID:at,customFragmentShaderID:ut,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:Z,batching:Qt,batchingColor:Qt&&I._colorsTexture!==null,instancing:Ft,instancingColor:Ft&&I.instanceColor!==null,instancingMorph:Ft&&I.morphTexture!==null,outputColorSpace:pt===null?n.outputColorSpace:pt.isXRRenderTarget===!0?pt.texture.colorSpace:xe.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:kt,matcap:ie,envMap:le,envMapMode:le&&H.mapping,envMapPMREM:te,envMapMaxLod:te?zt.length-1:null,envMapSize:te?zt[0].width:null,aoMap:ke,lightMap:ze,bumpMap:ln,normalMap:Le,displacementMap:Mn,emissiveMap:Me,normalMapObjectSpace:Le&&x.normalMapType===pp,normalMapTangentSpace:Le&&x.normalMapType===Ic,packedNormalMap:Le&&x.normalMapType===Ic&&rM(x.normalMap.format),metalnessMap:gn,roughnessMap:Qe,anisotropy:cn,anisotropyMap:$t,clearcoat:z,clearcoatMap:L,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Pt,diffuseRoughnessMap:gt,dispersion:Yt,retroreflection:oe,iridescence:Et,iridescenceMap:ct,iridescenceThicknessMap:St,sheen:Ue,sheenColorMap:Mt,sheenRoughnessMap:nt,specularMap:ot,specularColorMap:vt,specularIntensityMap:k,transmission:Ht,transmissionMap:lt,thicknessMap:it,gradientMap:Tt,opaque:x.transparent===!1&&x.blending===io&&x.alphaToCoverage===!1,alphaMap:yt,alphaTest:wt,alphaHash:Wt,combine:x.combine,mapUv:kt&&d(x.map.channel),aoMapUv:ke&&d(x.aoMap.channel),lightMapUv:ze&&d(x.lightMap.channel),bumpMapUv:ln&&d(x.bumpMap.channel),normalMapUv:Le&&d(x.normalMap.channel),displacementMapUv:Mn&&d(x.displacementMap.channel),emissiveMapUv:Me&&d(x.emissiveMap.channel),metalnessMapUv:gn&&d(x.metalnessMap.channel),roughnessMapUv:Qe&&d(x.roughnessMap.channel),anisotropyMapUv:$t&&d(x.anisotropyMap.channel),clearcoatMapUv:L&&d(x.clearcoatMap.channel),clearcoatNormalMapUv:M&&d(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&d(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:gt&&d(x.diffuseRoughnessMap.channel),iridescenceMapUv:ct&&d(x.iridescenceMap.channel),iridescenceThicknessMapUv:St&&d(x.iridescenceThicknessMap.channel),sheenColorMapUv:Mt&&d(x.sheenColorMap.channel),sheenRoughnessMapUv:nt&&d(x.sheenRoughnessMap.channel),specularMapUv:ot&&d(x.specularMap.channel),specularColorMapUv:vt&&d(x.specularColorMap.channel),specularIntensityMapUv:k&&d(x.specularIntensityMap.channel),transmissionMapUv:lt&&d(x.transmissionMap.channel),thicknessMapUv:it&&d(x.thicknessMap.channel),alphaMapUv:yt&&d(x.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Le||cn),vertexNormals:!!D.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!D.attributes.uv&&(kt||yt),fog:!!O,useFog:x.fog===!0,fogExp2:!!O&&O.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||D.attributes.normal===void 0&&Le===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:_t,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:rt,morphTextureStride:K,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:F.filter(Rt=>Rt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:n.shadowMap.enabled&&B.length>0,shadowMapType:n.shadowMap.type,toneMapping:mt,decodeVideoTexture:kt&&x.map.isVideoTexture===!0&&xe.getTransfer(x.map.colorSpace)===Ae,decodeVideoTextureEmissive:Me&&x.emissiveMap.isVideoTexture===!0&&xe.getTransfer(x.emissiveMap.colorSpace)===Ae,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===yi,flipSided:x.side===Kn,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Kt&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Kt&&x.extensions.multiDraw===!0||Qt)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return jt.vertexUv1s=l.has(1),jt.vertexUv2s=l.has(2),jt.vertexUv3s=l.has(3),l.clear(),jt}function _(x){let w=[];if(x.shaderID?w.push(x.shaderID):(w.push(x.customVertexShaderID),w.push(x.customFragmentShaderID)),x.defines!==void 0)for(let B in x.defines)w.push(B),w.push(x.defines[B]);return x.isRawShaderMaterial===!1&&(p(w,x),m(w,x),w.push(n.outputColorSpace)),w.push(x.customProgramCacheKey),w.join()}function p(x,w){x.push(w.precision),x.push(w.outputColorSpace),x.push(w.envMapMode),x.push(w.envMapPMREM),x.push(w.envMapMaxLod),x.push(w.envMapSize),x.push(w.mapUv),x.push(w.alphaMapUv),x.push(w.lightMapUv),x.push(w.aoMapUv),x.push(w.bumpMapUv),x.push(w.normalMapUv),x.push(w.displacementMapUv),x.push(w.emissiveMapUv),x.push(w.metalnessMapUv),x.push(w.roughnessMapUv),x.push(w.anisotropyMapUv),x.push(w.clearcoatMapUv),x.push(w.clearcoatNormalMapUv),x.push(w.clearcoatRoughnessMapUv),x.push(w.diffuseRoughnessMapUv),x.push(w.iridescenceMapUv),x.push(w.iridescenceThicknessMapUv),x.push(w.sheenColorMapUv),x.push(w.sheenRoughnessMapUv),x.push(w.specularMapUv),x.push(w.specularColorMapUv),x.push(w.specularIntensityMapUv),x.push(w.transmissionMapUv),x.push(w.thicknessMapUv),x.push(w.combine),x.push(w.fogExp2),x.push(w.sizeAttenuation),x.push(w.morphTargetsCount),x.push(w.numSunLights),x.push(w.numDirLights),x.push(w.numPointLights),x.push(w.numSpotLights),x.push(w.numSpotLightMaps),x.push(w.numHemiLights),x.push(w.numRectAreaLights),x.push(w.numSunLightShadows),x.push(w.numDirLightShadows),x.push(w.numPointLightShadows),x.push(w.numSpotLightShadows),x.push(w.numSpotLightShadowsWithMaps),x.push(w.numLightProbes),x.push(w.numLightProbeGrids),x.push(w.shadowMapType),x.push(w.toneMapping),x.push(w.numClippingPlanes),x.push(w.numClipIntersection),x.push(w.depthPacking)}function m(x,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function v(x){let w=f[x.type],B;if(w){let P=ji[w];B=Cp.clone(P.uniforms)}else B=x.uniforms;return B}function A(x,w){let B=u.get(w);return B!==void 0?++B.usedTimes:(B=new iM(n,w,x,s),c.push(B),u.set(w,B)),B}function S(x){if(--x.usedTimes===0){let w=c.indexOf(x);c[w]=c[c.length-1],c.pop(),u.delete(x.cacheKey),x.destroy()}}function R(x){a.remove(x)}function b(){a.dispose()}return{getParameters:g,getProgramCacheKey:_,getUniforms:v,acquireProgram:A,releaseProgram:S,releaseShaderCache:R,programs:c,dispose:b}}function aM(){let n=new WeakMap;function t(o){return n.has(o)}function e(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function s(o,a,l){n.get(o)[a]=l}function r(){n=new WeakMap}return{has:t,get:e,remove:i,update:s,dispose:r}}function lM(n,t){return n.groupOrder!==t.groupOrder?n.groupOrder-t.groupOrder:n.renderOrder!==t.renderOrder?n.renderOrder-t.renderOrder:n.material.id!==t.material.id?n.material.id-t.material.id:n.materialVariant!==t.materialVariant?n.materialVariant-t.materialVariant:n.z!==t.z?n.z-t.z:n.id-t.id}function Yp(n,t){return n.groupOrder!==t.groupOrder?n.groupOrder-t.groupOrder:n.renderOrder!==t.renderOrder?n.renderOrder-t.renderOrder:n.z!==t.z?t.z-n.z:n.id-t.id}function Jp(){let n=[],t=0,e=[],i=[],s=[];function r(){t=0,e.length=0,i.length=0,s.length=0}function o(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function a(f,d,g,_,p,m){let v=n[t];return v===void 0?(v={id:f.id,object:f,geometry:d,material:g,materialVariant:o(f),groupOrder:_,renderOrder:f.renderOrder,z:p,group:m},n[t]=v):(v.id=f.id,v.object=f,v.geometry=d,v.material=g,v.materialVariant=o(f),v.groupOrder=_,v.renderOrder=f.renderOrder,v.z=p,v.group=m),t++,v}function l(f,d,g,_,p,m,v){v.reversedDepth===!0&&(p=-p);let A=a(f,d,g,_,p,m);g.transmission>0?i.push(A):g.transparent===!0?s.push(A):e.push(A)}function c(f,d,g,_,p,m){let v=a(f,d,g,_,p,m);g.transmission>0?i.unshift(v):g.transparent===!0?s.unshift(v):e.unshift(v)}function u(f,d){e.length>1&&e.sort(f||lM),i.length>1&&i.sort(d||Yp),s.length>1&&s.sort(d||Yp)}function h(){for(let f=t,d=n.length;f<d;f++){let g=n[f];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:e,transmissive:i,transparent:s,init:r,push:l,unshift:c,finish:h,sort:u}}function cM(){let n=new WeakMap;function t(i,s){let r=n.get(i),o;return r===void 0?(o=new Jp,n.set(i,[o])):s>=r.length?(o=new Jp,r.push(o)):o=r[s],o}function e(){n=new WeakMap}return{get:t,dispose:e}}function hM(){let n={};return{get:function(t){if(n[t.id]!==void 0)return n[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new j,color:new fe};break;case"SpotLight":e={position:new j,direction:new j,color:new fe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new j,color:new fe,distance:0,decay:0};break;case"HemisphereLight":e={direction:new j,skyColor:new fe,groundColor:new fe};break;case"RectAreaLight":e={color:new fe,position:new j,halfWidth:new j,halfHeight:new j};break}return n[t.id]=e,e}}}function uM(){let n={};return{get:function(t){if(n[t.id]!==void 0)return n[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ve};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ve};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ve,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[t.id]=e,e}}}var fM=0;function dM(n,t){return(t.castShadow?2:0)-(n.castShadow?2:0)+(t.map?1:0)-(n.map?1:0)}function pM(n){let t=new hM,e=uM(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new j);let s=new j,r=new Fe,o=new Fe;function a(c){let u=0,h=0,f=0;for(let F=0;F<9;F++)i.probe[F].set(0,0,0);let d=0,g=0,_=0,p=0,m=0,v=0,A=0,S=0,R=0,b=0,x=0,w=0,B=0,P=0;c.sort(dM);for(let F=0,O=c.length;F<O;F++){let D=c[F],G=D.color,$=D.intensity,H=D.distance,dt=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===Ws?dt=D.shadow.map.texture:dt=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)u+=G.r*$,h+=G.g*$,f+=G.b*$;else if(D.isLightProbe){for(let Z=0;Z<9;Z++)i.probe[Z].addScaledVector(D.sh.coefficients[Z],$);P++}else if(D.isSunLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let et=D.shadow,rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize.copy(et.mapSize).multiply(et.getFrameExtents()),i.sunShadow[g]=rt,i.sunShadowMap[g]=dt;let K=et.getViewportCount();for(let st=0;st<K;st++)i.sunShadowMatrix[_+st]=et.getMatrix(st),i.sunShadowCascade[_+st]=et._cascadeData[st];_+=K,g++}i.sun[d]=Z,d++}else if(D.isDirectionalLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let et=D.shadow,rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize=et.mapSize,i.directionalShadow[p]=rt,i.directionalShadowMap[p]=dt,i.directionalShadowMatrix[p]=D.shadow.matrix,R++}i.directional[p]=Z,p++}else if(D.isSpotLight){let Z=t.get(D);Z.position.setFromMatrixPosition(D.matrixWorld),Z.color.copy(G).multiplyScalar($),Z.distance=H,Z.coneCos=Math.cos(D.angle),Z.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),Z.decay=D.decay,i.spot[v]=Z;let et=D.shadow;if(D.map&&(i.spotLightMap[w]=D.map,w++,et.updateMatrices(D),D.castShadow&&B++),i.spotLightMatrix[v]=et.matrix,D.castShadow){let rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize=et.mapSize,i.spotShadow[v]=rt,i.spotShadowMap[v]=dt,x++}v++}else if(D.isRectAreaLight){let Z=t.get(D);Z.color.copy(G).multiplyScalar($),Z.halfWidth.set(D.width*.5,0,0),Z.halfHeight.set(0,D.height*.5,0),i.rectArea[A]=Z,A++}else if(D.isPointLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),Z.distance=D.distance,Z.decay=D.decay,D.castShadow){let et=D.shadow,rt=e.get(D);rt.shadowIntensity=et.intensity,rt.shadowBias=et.bias,rt.shadowNormalBias=et.normalBias,rt.shadowRadius=et.radius,rt.shadowMapSize=et.mapSize,rt.shadowCameraNear=et.camera.near,rt.shadowCameraFar=et.camera.far,i.pointShadow[m]=rt,i.pointShadowMap[m]=dt,i.pointShadowMatrix[m]=D.shadow.matrix,b++}i.point[m]=Z,m++}else if(D.isHemisphereLight){let Z=t.get(D);Z.skyColor.copy(D.color).multiplyScalar($),Z.groundColor.copy(D.groundColor).multiplyScalar($),i.hemi[S]=Z,S++}}A>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Nt.LTC_FLOAT_1,i.rectAreaLTC2=Nt.LTC_FLOAT_2):(i.rectAreaLTC1=Nt.LTC_HALF_1,i.rectAreaLTC2=Nt.LTC_HALF_2)),i.ambient[0]=u,i.ambient[1]=h,i.ambient[2]=f;let I=i.hash;(I.sunLength!==d||I.directionalLength!==p||I.pointLength!==m||I.spotLength!==v||I.rectAreaLength!==A||I.hemiLength!==S||I.numSunShadows!==g||I.numDirectionalShadows!==R||I.numPointShadows!==b||I.numSpotShadows!==x||I.numSpotMaps!==w||I.numLightProbes!==P)&&(i.sun.length=d,i.directional.length=p,i.spot.length=v,i.rectArea.length=A,i.point.length=m,i.hemi.length=S,i.sunShadow.length=g,i.sunShadowMap.length=g,i.sunShadowMatrix.length=_,i.sunShadowCascade.length=_,i.directionalShadow.length=R,i.directionalShadowMap.length=R,i.directionalShadowMatrix.length=R,i.pointShadow.length=b,i.pointShadowMap.length=b,i.pointShadowMatrix.length=b,i.spotShadow.length=x,i.spotShadowMap.length=x,i.spotLightMatrix.length=x+w-B,i.spotLightMap.length=w,i.numSpotLightShadowsWithMaps=B,i.numLightProbes=P,I.sunLength=d,I.directionalLength=p,I.pointLength=m,I.spotLength=v,I.rectAreaLength=A,I.hemiLength=S,I.numSunShadows=g,I.numDirectionalShadows=R,I.numPointShadows=b,I.numSpotShadows=x,I.numSpotMaps=w,I.numLightProbes=P,i.version=fM++)}function l(c,u){let h=0,f=0,d=0,g=0,_=0,p=0,m=u.matrixWorldInverse;for(let v=0,A=c.length;v<A;v++){let S=c[v];if(S.isSunLight){let R=i.sun[h];R.direction.setFromMatrixPosition(S.matrixWorld),R.direction.transformDirection(m),h++}else if(S.isDirectionalLight){let R=i.directional[f];R.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(m),f++}else if(S.isSpotLight){let R=i.spot[g];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(m),R.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(m),g++}else if(S.isRectAreaLight){let R=i.rectArea[_];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(m),o.identity(),r.copy(S.matrixWorld),r.premultiply(m),o.extractRotation(r),R.halfWidth.set(S.width*.5,0,0),R.halfHeight.set(0,S.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),_++}else if(S.isPointLight){let R=i.point[d];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(m),d++}else if(S.isHemisphereLight){let R=i.hemi[p];R.direction.setFromMatrixPosition(S.matrixWorld),R.direction.transformDirection(m),p++}}}return{setup:a,setupView:l,state:i}}function Zp(n){let t=new pM(n),e=[],i=[],s=[];function r(h){u.camera=h,e.length=0,i.length=0,s.length=0}function o(h){h.isLightProbeGrid?s.push(h):e.push(h)}function a(h){i.push(h)}function l(){t.setup(e),s.sort((h,f)=>h.priority-f.priority||h.id-f.id)}function c(h){t.setupView(e,h)}let u={lightsArray:e,shadowsArray:i,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:u,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function mM(n){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Zp(n),t.set(s,[a])):r>=o.length?(a=new Zp(n),o.push(a)):a=o[r],a}function i(){t=new WeakMap}return{get:e,dispose:i}}var gM=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,_M=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,xM=[new j(1,0,0),new j(-1,0,0),new j(0,1,0),new j(0,-1,0),new j(0,0,1),new j(0,0,-1)],vM=[new j(0,-1,0),new j(0,-1,0),new j(0,0,1),new j(0,0,-1),new j(0,-1,0),new j(0,-1,0)],Kp=new Fe,ya=new j,Lu=new j;function yM(n,t,e){let i=new ks,s=new ve,r=new ve,o=new Je,a=new Ll,l=new Nl,c={},u=e.maxTextureSize,h={[Hs]:Kn,[Kn]:Hs,[yi]:yi},f=new Ji({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ve},radius:{value:4}},vertexShader:gM,fragmentShader:_M}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let g=new zn;g.setAttribute("position",new li(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new In(g,f),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=ua;let m=this.type;this.render=function(b,x,w){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===!1||b.length===0)return;this.type===Xd&&(Jt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=ua);let B=n.getRenderTarget(),P=n.getActiveCubeFace(),I=n.getActiveMipmapLevel(),F=n.state;F.setBlending(sr),F.buffers.depth.getReversed()===!0?F.buffers.color.setClear(0,0,0,0):F.buffers.color.setClear(1,1,1,1),F.buffers.depth.setTest(!0),F.setScissorTest(!1);let O=m!==this.type;O&&x.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(G=>G.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,G=b.length;D<G;D++){let $=b[D],H=$.shadow;if(H===void 0){Jt("WebGLShadowMap:",$,"has no shadow.");continue}if(H.autoUpdate===!1&&H.needsUpdate===!1)continue;s.copy(H.mapSize);let dt=H.getFrameExtents();s.multiply(dt),r.copy(H.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/dt.x),s.x=r.x*dt.x,H.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/dt.y),s.y=r.y*dt.y,H.mapSize.y=r.y));let Z=n.state.buffers.depth.getReversed();if(H.camera._reversedDepth=Z,H.map===null||O===!0){if(H.map!==null&&(H.map.depthTexture!==null&&(H.map.depthTexture.dispose(),H.map.depthTexture=null),H.map.dispose()),this.type===no){if($.isPointLight){Jt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}H.map=new ci(s.x,s.y,{format:Ws,type:Ni,minFilter:Zn,magFilter:Zn,generateMipmaps:!1}),H.map.texture.name=$.name+".shadowMap",H.map.depthTexture=new _s(s.x,s.y,Li),H.map.depthTexture.name=$.name+".shadowMapDepth",H.map.depthTexture.format=ps,H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Cn,H.map.depthTexture.magFilter=Cn}else $.isPointLight?(H.map=new Ma(s.x),H.map.depthTexture=new ta(s.x,Ii)):(H.map=new ci(s.x,s.y),H.map.depthTexture=new _s(s.x,s.y,Ii)),H.map.depthTexture.name=$.name+".shadowMap",H.map.depthTexture.format=ps,this.type===ua?(H.map.depthTexture.compareFunction=Z?Mu:Su,H.map.depthTexture.minFilter=Zn,H.map.depthTexture.magFilter=Zn):(H.map.depthTexture.compareFunction=null,H.map.depthTexture.minFilter=Cn,H.map.depthTexture.magFilter=Cn);H.camera.updateProjectionMatrix()}H.map.isWebGLCubeRenderTarget!==!0&&(H.map.width!==s.x||H.map.height!==s.y)&&H.map.setSize(s.x,s.y);let et=H.map.isWebGLCubeRenderTarget?6:H.getViewportCount();$.isPointLight!==!0&&H.updateMatrices($,w);let rt=(H.camera.layers.mask&4294967294)!==0?H.camera.layers:w.layers;for(let K=0;K<et;K++){let st=H.getCamera(K);if($.isPointLight){let q=H.camera,at=H.matrix,ut=$.distance||q.far;ut!==q.far&&(q.far=ut,q.updateProjectionMatrix()),ya.setFromMatrixPosition($.matrixWorld),q.position.copy(ya),Lu.copy(q.position),Lu.add(xM[K]),q.up.copy(vM[K]),q.lookAt(Lu),q.updateMatrixWorld(),at.makeTranslation(-ya.x,-ya.y,-ya.z),Kp.multiplyMatrices(q.projectionMatrix,q.matrixWorldInverse),H._frustum.setFromProjectionMatrix(Kp,q.coordinateSystem,q.reversedDepth)}if(H.map.isWebGLCubeRenderTarget)n.setRenderTarget(H.map,K),n.clear();else{K===0&&(n.setRenderTarget(H.map),n.clear());let q=H.getViewport(K);o.set(r.x*q.x,r.y*q.y,r.x*q.z,r.y*q.w),F.viewport(o)}i=H.getFrustum(K),S(x,w,st,$,rt,this.type)}H.isPointLightShadow!==!0&&this.type===no&&v(H,w),H.needsUpdate=!1}m=this.type,p.needsUpdate=!1,n.setRenderTarget(B,P,I)};function v(b,x){let w=t.update(_);f.defines.VSM_SAMPLES!==b.blurSamples&&(f.defines.VSM_SAMPLES=b.blurSamples,d.defines.VSM_SAMPLES=b.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),b.mapPass===null?b.mapPass=new ci(s.x,s.y,{format:Ws,type:Ni}):(b.mapPass.width!==b.map.width||b.mapPass.height!==b.map.height)&&b.mapPass.setSize(b.map.width,b.map.height),f.uniforms.shadow_pass.value=b.map.depthTexture,f.uniforms.resolution.value.set(b.map.width,b.map.height),f.uniforms.radius.value=b.radius,n.setRenderTarget(b.mapPass),n.clear(),n.renderBufferDirect(x,null,w,f,_,null),d.uniforms.shadow_pass.value=b.mapPass.texture,d.uniforms.resolution.value.set(b.map.width,b.map.height),d.uniforms.radius.value=b.radius,n.setRenderTarget(b.map),n.clear(),n.renderBufferDirect(x,null,w,d,_,null)}function A(b,x,w,B){let P=null,I=w.isPointLight===!0?b.customDistanceMaterial:b.customDepthMaterial;if(I!==void 0)P=I;else if(P=w.isPointLight===!0?l:a,n.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let F=P.uuid,O=x.uuid,D=c[F];D===void 0&&(D={},c[F]=D);let G=D[O];G===void 0&&(G=P.clone(),D[O]=G,x.addEventListener("dispose",R)),P=G}if(P.visible=x.visible,P.wireframe=x.wireframe,B===no?P.side=x.shadowSide!==null?x.shadowSide:x.side:P.side=x.shadowSide!==null?x.shadowSide:h[x.side],P.alphaMap=x.alphaMap,P.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,P.map=x.map,P.clipShadows=x.clipShadows,P.clippingPlanes=x.clippingPlanes,P.clipIntersection=x.clipIntersection,P.displacementMap=x.displacementMap,P.displacementScale=x.displacementScale,P.displacementBias=x.displacementBias,P.wireframeLinewidth=x.wireframeLinewidth,P.linewidth=x.linewidth,w.isPointLight===!0&&P.isMeshDistanceMaterial===!0){let F=n.properties.get(P);F.light=w}return P}function S(b,x,w,B,P,I){if(b.visible===!1)return;if(b.layers.test(P)&&(b.isMesh||b.isLine||b.isPoints)&&(b.castShadow||b.receiveShadow&&I===no)&&(!b.frustumCulled||b.intersectsFrustum(i))){b.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,b.matrixWorld);let D=t.update(b),G=b.material;if(Array.isArray(G)){let $=D.groups;for(let H=0,dt=$.length;H<dt;H++){let Z=$[H],et=G[Z.materialIndex];if(et&&et.visible){let rt=A(b,et,B,I);b.onBeforeShadow(n,b,x,w,D,rt,Z),n.renderBufferDirect(w,null,D,rt,b,Z),b.onAfterShadow(n,b,x,w,D,rt,Z)}}}else if(G.visible){let $=A(b,G,B,I);b.onBeforeShadow(n,b,x,w,D,$,null),n.renderBufferDirect(w,null,D,$,b,null),b.onAfterShadow(n,b,x,w,D,$,null)}}let O=b.children;for(let D=0,G=O.length;D<G;D++)S(O[D],x,w,B,P,I)}function R(b){b.target.removeEventListener("dispose",R);for(let w in c){let B=c[w],P=b.target.uuid;P in B&&(B[P].dispose(),delete B[P])}}}function SM(n,t){function e(){let k=!1,lt=new Je,it=null,Tt=new Je(0,0,0,0);return{setMask:function(yt){it!==yt&&!k&&(n.colorMask(yt,yt,yt,yt),it=yt)},setLocked:function(yt){k=yt},setClear:function(yt,wt,Wt,Kt,mt){mt===!0&&(yt*=Kt,wt*=Kt,Wt*=Kt),lt.set(yt,wt,Wt,Kt),Tt.equals(lt)===!1&&(n.clearColor(yt,wt,Wt,Kt),Tt.copy(lt))},reset:function(){k=!1,it=null,Tt.set(-1,0,0,0)}}}function i(){let k=!1,lt=!1,it=null,Tt=null,yt=null;return{setReversed:function(wt){if(lt!==wt){let Wt=t.get("EXT_clip_control");wt?Wt.clipControlEXT(Wt.LOWER_LEFT_EXT,Wt.ZERO_TO_ONE_EXT):Wt.clipControlEXT(Wt.LOWER_LEFT_EXT,Wt.NEGATIVE_ONE_TO_ONE_EXT),lt=wt;let Kt=yt;yt=null,this.setClear(Kt)}},getReversed:function(){return lt},setTest:function(wt){wt?_t(n.DEPTH_TEST):Ft(n.DEPTH_TEST)},setMask:function(wt){it!==wt&&!k&&(n.depthMask(wt),it=wt)},setFunc:function(wt){if(lt&&(wt=Ep[wt]),Tt!==wt){switch(wt){case fl:n.depthFunc(n.NEVER);break;case dl:n.depthFunc(n.ALWAYS);break;case pl:n.depthFunc(n.LESS);break;case Wr:n.depthFunc(n.LEQUAL);break;case ml:n.depthFunc(n.EQUAL);break;case gl:n.depthFunc(n.GEQUAL);break;case _l:n.depthFunc(n.GREATER);break;case xl:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}Tt=wt}},setLocked:function(wt){k=wt},setClear:function(wt){yt!==wt&&(yt=wt,lt&&(wt=1-wt),n.clearDepth(wt))},reset:function(){k=!1,it=null,Tt=null,yt=null,lt=!1}}}function s(){let k=!1,lt=null,it=null,Tt=null,yt=null,wt=null,Wt=null,Kt=null,mt=null;return{setTest:function(zt){k||(zt?_t(n.STENCIL_TEST):Ft(n.STENCIL_TEST))},setMask:function(zt){lt!==zt&&!k&&(n.stencilMask(zt),lt=zt)},setFunc:function(zt,jt,Rt){(it!==zt||Tt!==jt||yt!==Rt)&&(n.stencilFunc(zt,jt,Rt),it=zt,Tt=jt,yt=Rt)},setOp:function(zt,jt,Rt){(wt!==zt||Wt!==jt||Kt!==Rt)&&(n.stencilOp(zt,jt,Rt),wt=zt,Wt=jt,Kt=Rt)},setLocked:function(zt){k=zt},setClear:function(zt){mt!==zt&&(n.clearStencil(zt),mt=zt)},reset:function(){k=!1,lt=null,it=null,Tt=null,yt=null,wt=null,Wt=null,Kt=null,mt=null}}}let r=new e,o=new i,a=new s,l={},c=new WeakMap,u={},h={},f={},d=new WeakMap,g=[],_=null,p=!1,m=null,v=null,A=null,S=null,R=null,b=null,x=null,w=new fe(0,0,0),B=0,P=!1,I=null,F=null,O=null,D=null,G=null,$=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),H=!1,dt=0,Z=n.getParameter(n.VERSION);Z.indexOf("WebGL")!==-1?(dt=parseFloat(/^WebGL (\d)/.exec(Z)[1]),H=dt>=1):Z.indexOf("OpenGL ES")!==-1&&(dt=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),H=dt>=2);let et=null,rt={},K=n.getParameter(n.SCISSOR_BOX),st=n.getParameter(n.VIEWPORT),q=new Je().fromArray(K),at=new Je().fromArray(st);function ut(k,lt,it,Tt){let yt=new Uint8Array(4),wt=n.createTexture();n.bindTexture(k,wt),n.texParameteri(k,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(k,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let Wt=0;Wt<it;Wt++)k===n.TEXTURE_3D||k===n.TEXTURE_2D_ARRAY?n.texImage3D(lt,0,n.RGBA,1,1,Tt,0,n.RGBA,n.UNSIGNED_BYTE,yt):n.texImage2D(lt+Wt,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,yt);return wt}let pt={};pt[n.TEXTURE_2D]=ut(n.TEXTURE_2D,n.TEXTURE_2D,1),pt[n.TEXTURE_CUBE_MAP]=ut(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),pt[n.TEXTURE_2D_ARRAY]=ut(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),pt[n.TEXTURE_3D]=ut(n.TEXTURE_3D,n.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),_t(n.DEPTH_TEST),o.setFunc(Wr),ln(!1),Le(Qh),_t(n.CULL_FACE),ke(sr);function _t(k){u[k]!==!0&&(n.enable(k),u[k]=!0)}function Ft(k){u[k]!==!1&&(n.disable(k),u[k]=!1)}function Qt(k,lt){return f[k]!==lt?(n.bindFramebuffer(k,lt),f[k]=lt,k===n.DRAW_FRAMEBUFFER&&(f[n.FRAMEBUFFER]=lt),k===n.FRAMEBUFFER&&(f[n.DRAW_FRAMEBUFFER]=lt),!0):!1}function kt(k,lt){let it=g,Tt=!1;if(k){it=d.get(lt),it===void 0&&(it=[],d.set(lt,it));let yt=k.textures;if(it.length!==yt.length||it[0]!==n.COLOR_ATTACHMENT0){for(let wt=0,Wt=yt.length;wt<Wt;wt++)it[wt]=n.COLOR_ATTACHMENT0+wt;it.length=yt.length,Tt=!0}}else it[0]!==n.BACK&&(it[0]=n.BACK,Tt=!0);Tt&&n.drawBuffers(it)}function ie(k){return _!==k?(n.useProgram(k),_=k,!0):!1}let le={[rr]:n.FUNC_ADD,[$d]:n.FUNC_SUBTRACT,[Yd]:n.FUNC_REVERSE_SUBTRACT};le[Jd]=n.MIN,le[Zd]=n.MAX;let te={[Kd]:n.ZERO,[jd]:n.ONE,[Qd]:n.SRC_COLOR,[iu]:n.SRC_ALPHA,[rp]:n.SRC_ALPHA_SATURATE,[ip]:n.DST_COLOR,[ep]:n.DST_ALPHA,[tp]:n.ONE_MINUS_SRC_COLOR,[su]:n.ONE_MINUS_SRC_ALPHA,[sp]:n.ONE_MINUS_DST_COLOR,[np]:n.ONE_MINUS_DST_ALPHA,[op]:n.CONSTANT_COLOR,[ap]:n.ONE_MINUS_CONSTANT_COLOR,[lp]:n.CONSTANT_ALPHA,[cp]:n.ONE_MINUS_CONSTANT_ALPHA};function ke(k,lt,it,Tt,yt,wt,Wt,Kt,mt,zt){if(k===sr){p===!0&&(Ft(n.BLEND),p=!1);return}if(p===!1&&(_t(n.BLEND),p=!0),k!==qd){if(k!==m||zt!==P){if((v!==rr||R!==rr)&&(n.blendEquation(n.FUNC_ADD),v=rr,R=rr),zt)switch(k){case io:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case tu:n.blendFunc(n.ONE,n.ONE);break;case eu:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case nu:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:ne("WebGLState: Invalid blending: ",k);break}else switch(k){case io:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case tu:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case eu:ne("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case nu:ne("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ne("WebGLState: Invalid blending: ",k);break}A=null,S=null,b=null,x=null,w.set(0,0,0),B=0,m=k,P=zt}return}yt=yt||lt,wt=wt||it,Wt=Wt||Tt,(lt!==v||yt!==R)&&(n.blendEquationSeparate(le[lt],le[yt]),v=lt,R=yt),(it!==A||Tt!==S||wt!==b||Wt!==x)&&(n.blendFuncSeparate(te[it],te[Tt],te[wt],te[Wt]),A=it,S=Tt,b=wt,x=Wt),(Kt.equals(w)===!1||mt!==B)&&(n.blendColor(Kt.r,Kt.g,Kt.b,mt),w.copy(Kt),B=mt),m=k,P=!1}function ze(k,lt){k.side===yi?Ft(n.CULL_FACE):_t(n.CULL_FACE);let it=k.side===Kn;lt&&(it=!it),ln(it),k.blending===io&&k.transparent===!1?ke(sr):ke(k.blending,k.blendEquation,k.blendSrc,k.blendDst,k.blendEquationAlpha,k.blendSrcAlpha,k.blendDstAlpha,k.blendColor,k.blendAlpha,k.premultipliedAlpha),o.setFunc(k.depthFunc),o.setTest(k.depthTest),o.setMask(k.depthWrite),r.setMask(k.colorWrite);let Tt=k.stencilWrite;a.setTest(Tt),Tt&&(a.setMask(k.stencilWriteMask),a.setFunc(k.stencilFunc,k.stencilRef,k.stencilFuncMask),a.setOp(k.stencilFail,k.stencilZFail,k.stencilZPass)),Me(k.polygonOffset,k.polygonOffsetFactor,k.polygonOffsetUnits),k.alphaToCoverage===!0?_t(n.SAMPLE_ALPHA_TO_COVERAGE):Ft(n.SAMPLE_ALPHA_TO_COVERAGE)}function ln(k){I!==k&&(k?n.frontFace(n.CW):n.frontFace(n.CCW),I=k)}function Le(k){k!==Hd?(_t(n.CULL_FACE),k!==F&&(k===Qh?n.cullFace(n.BACK):k===Wd?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Ft(n.CULL_FACE),F=k}function Mn(k){k!==O&&(H&&n.lineWidth(k),O=k)}function Me(k,lt,it){k?(_t(n.POLYGON_OFFSET_FILL),(D!==lt||G!==it)&&(D=lt,G=it,o.getReversed()&&(lt=-lt,it=-it),n.polygonOffset(lt,it))):Ft(n.POLYGON_OFFSET_FILL)}function gn(k){k?_t(n.SCISSOR_TEST):Ft(n.SCISSOR_TEST)}function Qe(k){k===void 0&&(k=n.TEXTURE0+$-1),et!==k&&(n.activeTexture(k),et=k)}function cn(k,lt,it){it===void 0&&(et===null?it=n.TEXTURE0+$-1:it=et);let Tt=rt[it];Tt===void 0&&(Tt={type:void 0,texture:void 0},rt[it]=Tt),(Tt.type!==k||Tt.texture!==lt)&&(et!==it&&(n.activeTexture(it),et=it),n.bindTexture(k,lt||pt[k]),Tt.type=k,Tt.texture=lt)}function z(){let k=rt[et];k!==void 0&&k.type!==void 0&&(n.bindTexture(k.type,null),k.type=void 0,k.texture=void 0)}function Pt(){try{n.compressedTexImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function Yt(){try{n.compressedTexImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function oe(){try{n.texSubImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function Et(){try{n.texSubImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function Ue(){try{n.compressedTexSubImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function Ht(){try{n.compressedTexSubImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function $t(){try{n.texStorage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function L(){try{n.texStorage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function M(){try{n.texImage2D(...arguments)}catch(k){ne("WebGLState:",k)}}function X(){try{n.texImage3D(...arguments)}catch(k){ne("WebGLState:",k)}}function gt(k){return h[k]!==void 0?h[k]:n.getParameter(k)}function ct(k,lt){h[k]!==lt&&(n.pixelStorei(k,lt),h[k]=lt)}function St(k){q.equals(k)===!1&&(n.scissor(k.x,k.y,k.z,k.w),q.copy(k))}function Mt(k){at.equals(k)===!1&&(n.viewport(k.x,k.y,k.z,k.w),at.copy(k))}function nt(k,lt){let it=c.get(lt);it===void 0&&(it=new WeakMap,c.set(lt,it));let Tt=it.get(k);Tt===void 0&&(Tt=n.getUniformBlockIndex(lt,k.name),n.uniformBlockBinding(lt,Tt,Tt),it.set(k,Tt))}function ot(k,lt,it){let yt=c.get(lt).get(k);l[yt]!==it&&(n.bindBufferBase(n.UNIFORM_BUFFER,yt,it),l[yt]=it)}function vt(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),u={},h={},et=null,rt={},f={},l={},d=new WeakMap,g=[],_=null,p=!1,m=null,v=null,A=null,S=null,R=null,b=null,x=null,w=new fe(0,0,0),B=0,P=!1,I=null,F=null,O=null,D=null,G=null,q.set(0,0,n.canvas.width,n.canvas.height),at.set(0,0,n.canvas.width,n.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:_t,disable:Ft,bindFramebuffer:Qt,drawBuffers:kt,useProgram:ie,setBlending:ke,setMaterial:ze,setFlipSided:ln,setCullFace:Le,setLineWidth:Mn,setPolygonOffset:Me,setScissorTest:gn,activeTexture:Qe,bindTexture:cn,unbindTexture:z,compressedTexImage2D:Pt,compressedTexImage3D:Yt,texImage2D:M,texImage3D:X,pixelStorei:ct,getParameter:gt,updateUBOMapping:nt,uniformBlockBinding:ot,texStorage2D:$t,texStorage3D:L,texSubImage2D:oe,texSubImage3D:Et,compressedTexSubImage2D:Ue,compressedTexSubImage3D:Ht,scissor:St,viewport:Mt,reset:vt}}function MM(n,t,e,i,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new ve,u=new WeakMap,h=new Set,f,d=new WeakMap,g=new Set,_=new FinalizationRegistry(L=>g.delete(L)),p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(L,M){return p?new OffscreenCanvas(L,M):qo("canvas")}function v(L,M,X){let gt=1,ct=$t(L);if((ct.width>X||ct.height>X)&&(gt=X/Math.max(ct.width,ct.height)),gt<1)if(typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&L instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&L instanceof ImageBitmap||typeof VideoFrame<"u"&&L instanceof VideoFrame){let St=Math.floor(gt*ct.width),Mt=Math.floor(gt*ct.height);f===void 0&&(f=m(St,Mt));let nt=M?m(St,Mt):f;return nt.width=St,nt.height=Mt,nt.getContext("2d").drawImage(L,0,0,St,Mt),Jt("WebGLRenderer: Texture has been resized from ("+ct.width+"x"+ct.height+") to ("+St+"x"+Mt+")."),nt}else return"data"in L&&Jt("WebGLRenderer: Image in DataTexture is too big ("+ct.width+"x"+ct.height+")."),L;return L}function A(L){return L.generateMipmaps}function S(L){n.generateMipmap(L)}function R(L){return L.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:L.isWebGL3DRenderTarget?n.TEXTURE_3D:L.isWebGLArrayRenderTarget||L.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function b(L,M,X,gt,ct,St=!1){if(L!==null){if(n[L]!==void 0)return n[L];Jt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+L+"'")}let Mt;gt&&(Mt=t.get("EXT_texture_norm16"),Mt||Jt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=M;if(M===n.RED&&(X===n.FLOAT&&(nt=n.R32F),X===n.HALF_FLOAT&&(nt=n.R16F),X===n.UNSIGNED_BYTE&&(nt=n.R8),X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.R16_EXT),X===n.SHORT&&Mt&&(nt=Mt.R16_SNORM_EXT)),M===n.RED_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.R8UI),X===n.UNSIGNED_SHORT&&(nt=n.R16UI),X===n.UNSIGNED_INT&&(nt=n.R32UI),X===n.BYTE&&(nt=n.R8I),X===n.SHORT&&(nt=n.R16I),X===n.INT&&(nt=n.R32I)),M===n.RG&&(X===n.FLOAT&&(nt=n.RG32F),X===n.HALF_FLOAT&&(nt=n.RG16F),X===n.UNSIGNED_BYTE&&(nt=n.RG8),X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.RG16_EXT),X===n.SHORT&&Mt&&(nt=Mt.RG16_SNORM_EXT)),M===n.RG_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.RG8UI),X===n.UNSIGNED_SHORT&&(nt=n.RG16UI),X===n.UNSIGNED_INT&&(nt=n.RG32UI),X===n.BYTE&&(nt=n.RG8I),X===n.SHORT&&(nt=n.RG16I),X===n.INT&&(nt=n.RG32I)),M===n.RGB_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.RGB8UI),X===n.UNSIGNED_SHORT&&(nt=n.RGB16UI),X===n.UNSIGNED_INT&&(nt=n.RGB32UI),X===n.BYTE&&(nt=n.RGB8I),X===n.SHORT&&(nt=n.RGB16I),X===n.INT&&(nt=n.RGB32I)),M===n.RGBA_INTEGER&&(X===n.UNSIGNED_BYTE&&(nt=n.RGBA8UI),X===n.UNSIGNED_SHORT&&(nt=n.RGBA16UI),X===n.UNSIGNED_INT&&(nt=n.RGBA32UI),X===n.BYTE&&(nt=n.RGBA8I),X===n.SHORT&&(nt=n.RGBA16I),X===n.INT&&(nt=n.RGBA32I)),M===n.RGB&&(X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.RGB16_EXT),X===n.SHORT&&Mt&&(nt=Mt.RGB16_SNORM_EXT),X===n.UNSIGNED_INT_5_9_9_9_REV&&(nt=n.RGB9_E5),X===n.UNSIGNED_INT_10F_11F_11F_REV&&(nt=n.R11F_G11F_B10F)),M===n.RGBA){let ot=St?Xo:xe.getTransfer(ct);X===n.FLOAT&&(nt=n.RGBA32F),X===n.HALF_FLOAT&&(nt=n.RGBA16F),X===n.UNSIGNED_BYTE&&(nt=ot===Ae?n.SRGB8_ALPHA8:n.RGBA8),X===n.UNSIGNED_SHORT&&Mt&&(nt=Mt.RGBA16_EXT),X===n.SHORT&&Mt&&(nt=Mt.RGBA16_SNORM_EXT),X===n.UNSIGNED_SHORT_4_4_4_4&&(nt=n.RGBA4),X===n.UNSIGNED_SHORT_5_5_5_1&&(nt=n.RGB5_A1)}return(nt===n.R16F||nt===n.R32F||nt===n.RG16F||nt===n.RG32F||nt===n.RGBA16F||nt===n.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function x(L,M){let X;return L?M===null||M===Ii||M===ar?X=n.DEPTH24_STENCIL8:M===Li?X=n.DEPTH32F_STENCIL8:M===ro&&(X=n.DEPTH24_STENCIL8,Jt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Ii||M===ar?X=n.DEPTH_COMPONENT24:M===Li?X=n.DEPTH_COMPONENT32F:M===ro&&(X=n.DEPTH_COMPONENT16),X}function w(L,M){return A(L)===!0||L.isFramebufferTexture&&L.minFilter!==Cn&&L.minFilter!==Zn?Math.log2(Math.max(M.width,M.height))+1:L.mipmaps.length>0?L.mipmaps.length:L.isCompressedTexture&&Array.isArray(L.image)?M.mipmaps.length:1}function B(L){let M=new WeakRef(L);i.get(L).__ref=M,g.add(M),_.register(L,M,M)}function P(L){let M=i.get(L).__ref;M!==void 0&&(g.delete(M),_.unregister(M))}function I(L){O(L.target)}function F(L){D(L.target)}function O(L){L.removeEventListener("dispose",I),P(L),$(L),L.isVideoTexture&&u.delete(L),L.isHTMLTexture&&h.delete(L)}function D(L){L.removeEventListener("dispose",F),P(L),dt(L)}function G(){for(let L of g){let M=L.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):O(M))}g.clear(),h.clear()}function $(L){let M=i.get(L);if(M.__webglInit===void 0)return;let X=L.source,gt=d.get(X);if(gt){let ct=gt[M.__cacheKey];ct.usedTimes--,ct.usedTimes===0&&H(L),Object.keys(gt).length===0&&d.delete(X)}i.remove(L)}function H(L){let M=i.get(L);n.deleteTexture(M.__webglTexture);let X=L.source,gt=d.get(X);delete gt[M.__cacheKey],o.memory.textures--}function dt(L){let M=i.get(L);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=L.depthTexture;if(X&&X.renderTarget===L&&O(X),L.isWebGLCubeRenderTarget)for(let ct=0;ct<6;ct++){if(Array.isArray(M.__webglFramebuffer[ct]))for(let St=0;St<M.__webglFramebuffer[ct].length;St++)n.deleteFramebuffer(M.__webglFramebuffer[ct][St]);else n.deleteFramebuffer(M.__webglFramebuffer[ct]);M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer[ct])}else{if(Array.isArray(M.__webglFramebuffer))for(let ct=0;ct<M.__webglFramebuffer.length;ct++)n.deleteFramebuffer(M.__webglFramebuffer[ct]);else n.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&n.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ct=0;ct<M.__webglColorRenderbuffer.length;ct++)M.__webglColorRenderbuffer[ct]&&n.deleteRenderbuffer(M.__webglColorRenderbuffer[ct]);M.__webglDepthRenderbuffer&&n.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let gt=L.textures;for(let ct=0,St=gt.length;ct<St;ct++){let Mt=i.get(gt[ct]);Mt.__webglTexture&&(n.deleteTexture(Mt.__webglTexture),o.memory.textures--),i.remove(gt[ct])}i.remove(L)}let Z=0;function et(){Z=0}function rt(){return Z}function K(L){Z=L}function st(){let L=Z;return L>=s.maxTextures&&Jt("WebGLTextures: Trying to use "+(L+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,L}function q(L){let M=[];return M.push(L.wrapS),M.push(L.wrapT),M.push(L.wrapR||0),M.push(L.magFilter),M.push(L.minFilter),M.push(L.anisotropy),M.push(L.internalFormat),M.push(L.format),M.push(L.type),M.push(L.generateMipmaps),M.push(L.mipmapsAutoUpdate),M.push(L.premultiplyAlpha),M.push(L.flipY),M.push(L.unpackAlignment),M.push(L.colorSpace),M.join()}function at(L,M){let X=i.get(L);if(L.isVideoTexture&&Ue(L),L.isRenderTargetTexture===!1&&L.isExternalTexture!==!0&&L.version>0&&X.__version!==L.version){let gt=L.image;if(gt===null)Jt("WebGLRenderer: Texture marked for update but no image data found.");else if(gt.complete===!1)Jt("WebGLRenderer: Texture marked for update but image is incomplete");else{ze(X,L,M);return}}else L.isExternalTexture&&(X.__webglTexture=L.sourceTexture?L.sourceTexture:null);e.bindTexture(n.TEXTURE_2D,X.__webglTexture,n.TEXTURE0+M)}function ut(L,M){let X=i.get(L);if(L.isRenderTargetTexture===!1&&L.version>0&&X.__version!==L.version){ze(X,L,M);return}else L.isExternalTexture&&(X.__webglTexture=L.sourceTexture?L.sourceTexture:null);e.bindTexture(n.TEXTURE_2D_ARRAY,X.__webglTexture,n.TEXTURE0+M)}function pt(L,M){let X=i.get(L);if(L.isRenderTargetTexture===!1&&L.version>0&&X.__version!==L.version){ze(X,L,M);return}e.bindTexture(n.TEXTURE_3D,X.__webglTexture,n.TEXTURE0+M)}function _t(L,M){let X=i.get(L);if(L.version>0&&X.__version!==L.version){ln(X,L,M);return}e.bindTexture(n.TEXTURE_CUBE_MAP,X.__webglTexture,n.TEXTURE0+M)}let Ft={[vl]:n.REPEAT,[qi]:n.CLAMP_TO_EDGE,[yl]:n.MIRRORED_REPEAT},Qt={[Cn]:n.NEAREST,[fp]:n.NEAREST_MIPMAP_NEAREST,[fa]:n.NEAREST_MIPMAP_LINEAR,[Zn]:n.LINEAR,[Yl]:n.LINEAR_MIPMAP_NEAREST,[xs]:n.LINEAR_MIPMAP_LINEAR},kt={[gp]:n.NEVER,[bu]:n.ALWAYS,[_p]:n.LESS,[Su]:n.LEQUAL,[xp]:n.EQUAL,[Mu]:n.GEQUAL,[vp]:n.GREATER,[yp]:n.NOTEQUAL};function ie(L,M){if(M.type===Li&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Zn||M.magFilter===Yl||M.magFilter===fa||M.magFilter===xs||M.minFilter===Zn||M.minFilter===Yl||M.minFilter===fa||M.minFilter===xs)&&Jt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(L,n.TEXTURE_WRAP_S,Ft[M.wrapS]),n.texParameteri(L,n.TEXTURE_WRAP_T,Ft[M.wrapT]),(L===n.TEXTURE_3D||L===n.TEXTURE_2D_ARRAY)&&n.texParameteri(L,n.TEXTURE_WRAP_R,Ft[M.wrapR]),n.texParameteri(L,n.TEXTURE_MAG_FILTER,Qt[M.magFilter]),n.texParameteri(L,n.TEXTURE_MIN_FILTER,Qt[M.minFilter]),M.compareFunction&&(n.texParameteri(L,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(L,n.TEXTURE_COMPARE_FUNC,kt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Cn||M.minFilter!==fa&&M.minFilter!==xs||M.type===Li&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||i.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");n.texParameterf(L,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),i.get(M).__currentAnisotropy=M.anisotropy}}}function le(L,M){let X=!1;L.__webglInit===void 0&&(L.__webglInit=!0,M.addEventListener("dispose",I),B(M));let gt=M.source,ct=d.get(gt);ct===void 0&&(ct={},d.set(gt,ct));let St=q(M);if(St!==L.__cacheKey){ct[St]===void 0&&(ct[St]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ct[St].usedTimes++;let Mt=ct[L.__cacheKey];Mt!==void 0&&(ct[L.__cacheKey].usedTimes--,Mt.usedTimes===0&&H(M)),L.__cacheKey=St,L.__webglTexture=ct[St].texture}return X}function te(L,M,X){return Math.floor(Math.floor(L/X)/M)}function ke(L,M,X,gt){let St=L.updateRanges;if(St.length===0)e.texSubImage2D(n.TEXTURE_2D,0,0,0,M.width,M.height,X,gt,M.data);else{St.sort((k,lt)=>k.start-lt.start);let Mt=0;for(let k=1;k<St.length;k++){let lt=St[Mt],it=St[k],Tt=lt.start+lt.count,yt=te(it.start,M.width,4),wt=te(lt.start,M.width,4);it.start<=Tt+1&&yt===wt&&te(it.start+it.count-1,M.width,4)===yt?lt.count=Math.max(lt.count,it.start+it.count-lt.start):(++Mt,St[Mt]=it)}St.length=Mt+1;let nt=e.getParameter(n.UNPACK_ROW_LENGTH),ot=e.getParameter(n.UNPACK_SKIP_PIXELS),vt=e.getParameter(n.UNPACK_SKIP_ROWS);e.pixelStorei(n.UNPACK_ROW_LENGTH,M.width);for(let k=0,lt=St.length;k<lt;k++){let it=St[k],Tt=Math.floor(it.start/4),yt=Math.ceil(it.count/4),wt=Tt%M.width,Wt=Math.floor(Tt/M.width),Kt=yt,mt=1;e.pixelStorei(n.UNPACK_SKIP_PIXELS,wt),e.pixelStorei(n.UNPACK_SKIP_ROWS,Wt),e.texSubImage2D(n.TEXTURE_2D,0,wt,Wt,Kt,mt,X,gt,M.data)}L.clearUpdateRanges(),e.pixelStorei(n.UNPACK_ROW_LENGTH,nt),e.pixelStorei(n.UNPACK_SKIP_PIXELS,ot),e.pixelStorei(n.UNPACK_SKIP_ROWS,vt)}}function ze(L,M,X){let gt=n.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(gt=n.TEXTURE_2D_ARRAY),M.isData3DTexture&&(gt=n.TEXTURE_3D);let ct=le(L,M),St=M.source;e.bindTexture(gt,L.__webglTexture,n.TEXTURE0+X);let Mt=i.get(St);if(St.version!==Mt.__version||ct===!0){if(e.activeTexture(n.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let mt=xe.getPrimaries(xe.workingColorSpace),zt=M.colorSpace===ys?null:xe.getPrimaries(M.colorSpace),jt=M.colorSpace===ys||mt===zt?n.NONE:n.BROWSER_DEFAULT_WEBGL;e.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,jt)}e.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment);let ot=v(M.image,!1,s.maxTextureSize);ot=Ht(M,ot);let vt=r.convert(M.format,M.colorSpace),k=r.convert(M.type),lt=b(M.internalFormat,vt,k,M.normalized,M.colorSpace,M.isVideoTexture);ie(gt,M);let it,Tt=M.mipmaps,yt=M.isVideoTexture!==!0,wt=Mt.__version===void 0||ct===!0,Wt=St.dataReady,Kt=w(M,ot);if(M.isDepthTexture)lt=x(M.format===vs,M.type),wt&&(yt?e.texStorage2D(n.TEXTURE_2D,1,lt,ot.width,ot.height):e.texImage2D(n.TEXTURE_2D,0,lt,ot.width,ot.height,0,vt,k,null));else if(M.isDataTexture)if(Tt.length>0){yt&&wt&&e.texStorage2D(n.TEXTURE_2D,Kt,lt,Tt[0].width,Tt[0].height);for(let mt=0,zt=Tt.length;mt<zt;mt++)it=Tt[mt],yt?Wt&&e.texSubImage2D(n.TEXTURE_2D,mt,0,0,it.width,it.height,vt,k,it.data):e.texImage2D(n.TEXTURE_2D,mt,lt,it.width,it.height,0,vt,k,it.data);M.generateMipmaps=!1}else yt?(wt&&e.texStorage2D(n.TEXTURE_2D,Kt,lt,ot.width,ot.height),Wt&&ke(M,ot,vt,k)):e.texImage2D(n.TEXTURE_2D,0,lt,ot.width,ot.height,0,vt,k,ot.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){yt&&wt&&e.texStorage3D(n.TEXTURE_2D_ARRAY,Kt,lt,Tt[0].width,Tt[0].height,ot.depth);for(let mt=0,zt=Tt.length;mt<zt;mt++)if(it=Tt[mt],M.format!==Di)if(vt!==null)if(yt){if(Wt)if(M.layerUpdates.size>0){let jt=Pu(it.width,it.height,M.format,M.type);for(let Rt of M.layerUpdates){let ce=it.data.subarray(Rt*jt/it.data.BYTES_PER_ELEMENT,(Rt+1)*jt/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,mt,0,0,Rt,it.width,it.height,1,vt,ce)}}else e.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,mt,0,0,0,it.width,it.height,ot.depth,vt,it.data)}else e.compressedTexImage3D(n.TEXTURE_2D_ARRAY,mt,lt,it.width,it.height,ot.depth,0,it.data,0,0);else Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else yt?Wt&&e.texSubImage3D(n.TEXTURE_2D_ARRAY,mt,0,0,0,it.width,it.height,ot.depth,vt,k,it.data):e.texImage3D(n.TEXTURE_2D_ARRAY,mt,lt,it.width,it.height,ot.depth,0,vt,k,it.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{yt&&wt&&e.texStorage2D(n.TEXTURE_2D,Kt,lt,Tt[0].width,Tt[0].height);for(let mt=0,zt=Tt.length;mt<zt;mt++)it=Tt[mt],M.format!==Di?vt!==null?yt?Wt&&e.compressedTexSubImage2D(n.TEXTURE_2D,mt,0,0,it.width,it.height,vt,it.data):e.compressedTexImage2D(n.TEXTURE_2D,mt,lt,it.width,it.height,0,it.data):Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):yt?Wt&&e.texSubImage2D(n.TEXTURE_2D,mt,0,0,it.width,it.height,vt,k,it.data):e.texImage2D(n.TEXTURE_2D,mt,lt,it.width,it.height,0,vt,k,it.data)}else if(M.isDataArrayTexture)if(yt){if(wt&&e.texStorage3D(n.TEXTURE_2D_ARRAY,Kt,lt,ot.width,ot.height,ot.depth),Wt)if(M.layerUpdates.size>0){let mt=Pu(ot.width,ot.height,M.format,M.type);for(let zt of M.layerUpdates){let jt=ot.data.subarray(zt*mt/ot.data.BYTES_PER_ELEMENT,(zt+1)*mt/ot.data.BYTES_PER_ELEMENT);e.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,zt,ot.width,ot.height,1,vt,k,jt)}M.clearLayerUpdates()}else e.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,ot.width,ot.height,ot.depth,vt,k,ot.data)}else e.texImage3D(n.TEXTURE_2D_ARRAY,0,lt,ot.width,ot.height,ot.depth,0,vt,k,ot.data);else if(M.isData3DTexture)yt?(wt&&e.texStorage3D(n.TEXTURE_3D,Kt,lt,ot.width,ot.height,ot.depth),Wt&&e.texSubImage3D(n.TEXTURE_3D,0,0,0,0,ot.width,ot.height,ot.depth,vt,k,ot.data)):e.texImage3D(n.TEXTURE_3D,0,lt,ot.width,ot.height,ot.depth,0,vt,k,ot.data);else if(M.isFramebufferTexture){if(wt)if(yt)e.texStorage2D(n.TEXTURE_2D,Kt,lt,ot.width,ot.height);else{let mt=ot.width,zt=ot.height;for(let jt=0;jt<Kt;jt++)e.texImage2D(n.TEXTURE_2D,jt,lt,mt,zt,0,vt,k,null),mt>>=1,zt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in n){let mt=n.canvas;if(mt.hasAttribute("layoutsubtree")||mt.setAttribute("layoutsubtree","true"),ot.parentNode!==mt){mt.appendChild(ot),h.add(M),mt.onpaint=zt=>{let jt=zt.changedElements;for(let Rt of h)jt.includes(Rt.image)&&(Rt.needsUpdate=!0)},mt.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,ot);else{let jt=n.RGBA,Rt=n.RGBA,ce=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,jt,Rt,ce,ot)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(Tt.length>0){if(yt&&wt){let mt=$t(Tt[0]);e.texStorage2D(n.TEXTURE_2D,Kt,lt,mt.width,mt.height)}for(let mt=0,zt=Tt.length;mt<zt;mt++)it=Tt[mt],yt?Wt&&e.texSubImage2D(n.TEXTURE_2D,mt,0,0,vt,k,it):e.texImage2D(n.TEXTURE_2D,mt,lt,vt,k,it);M.generateMipmaps=!1}else if(yt){if(wt){let mt=$t(ot);e.texStorage2D(n.TEXTURE_2D,Kt,lt,mt.width,mt.height)}Wt&&e.texSubImage2D(n.TEXTURE_2D,0,0,0,vt,k,ot)}else e.texImage2D(n.TEXTURE_2D,0,lt,vt,k,ot);A(M)&&M.mipmapsAutoUpdate===!0&&S(gt),Mt.__version=St.version,M.onUpdate&&M.onUpdate(M)}L.__version=M.version}function ln(L,M,X){if(M.image.length!==6)return;let gt=le(L,M),ct=M.source;e.bindTexture(n.TEXTURE_CUBE_MAP,L.__webglTexture,n.TEXTURE0+X);let St=i.get(ct);if(ct.version!==St.__version||gt===!0){e.activeTexture(n.TEXTURE0+X);let Mt=xe.getPrimaries(xe.workingColorSpace),nt=M.colorSpace===ys?null:xe.getPrimaries(M.colorSpace),ot=M.colorSpace===ys||Mt===nt?n.NONE:n.BROWSER_DEFAULT_WEBGL;e.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ot);let vt=M.isCompressedTexture||M.image[0].isCompressedTexture,k=M.image[0]&&M.image[0].isDataTexture,lt=[];for(let Rt=0;Rt<6;Rt++)!vt&&!k?lt[Rt]=v(M.image[Rt],!0,s.maxCubemapSize):lt[Rt]=k?M.image[Rt].image:M.image[Rt],lt[Rt]=Ht(M,lt[Rt]);let it=lt[0],Tt=r.convert(M.format,M.colorSpace),yt=r.convert(M.type),wt=b(M.internalFormat,Tt,yt,M.normalized,M.colorSpace),Wt=M.isVideoTexture!==!0,Kt=St.__version===void 0||gt===!0,mt=ct.dataReady,zt=w(M,it);ie(n.TEXTURE_CUBE_MAP,M);let jt;if(M.isDepthTexture){if(wt=x(M.format===vs,M.type),Kt)if(Wt)e.texStorage2D(n.TEXTURE_CUBE_MAP,1,wt,it.width,it.height);else for(let Rt=0;Rt<6;Rt++)e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,wt,it.width,it.height,0,Tt,yt,null)}else if(vt){Wt&&Kt&&e.texStorage2D(n.TEXTURE_CUBE_MAP,zt,wt,it.width,it.height);for(let Rt=0;Rt<6;Rt++){jt=lt[Rt].mipmaps;for(let ce=0;ce<jt.length;ce++){let Ve=jt[ce];M.format!==Di?Tt!==null?Wt?mt&&e.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,0,0,Ve.width,Ve.height,Tt,Ve.data):e.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,wt,Ve.width,Ve.height,0,Ve.data):Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Wt?mt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,0,0,Ve.width,Ve.height,Tt,yt,Ve.data):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,wt,Ve.width,Ve.height,0,Tt,yt,Ve.data)}}}else{if(jt=M.mipmaps,Wt&&Kt){jt.length>0&&zt++;let Rt=$t(lt[0]);e.texStorage2D(n.TEXTURE_CUBE_MAP,zt,wt,Rt.width,Rt.height)}for(let Rt=0;Rt<6;Rt++)if(k){Wt?mt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,lt[Rt].width,lt[Rt].height,Tt,yt,lt[Rt].data):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,wt,lt[Rt].width,lt[Rt].height,0,Tt,yt,lt[Rt].data);for(let ce=0;ce<jt.length;ce++){let Wn=jt[ce].image[Rt].image;Wt?mt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,0,0,Wn.width,Wn.height,Tt,yt,Wn.data):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,wt,Wn.width,Wn.height,0,Tt,yt,Wn.data)}}else{Wt?mt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,Tt,yt,lt[Rt]):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,wt,Tt,yt,lt[Rt]);for(let ce=0;ce<jt.length;ce++){let Ve=jt[ce];Wt?mt&&e.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,0,0,Tt,yt,Ve.image[Rt]):e.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,wt,Tt,yt,Ve.image[Rt])}}}A(M)&&M.mipmapsAutoUpdate===!0&&S(n.TEXTURE_CUBE_MAP),St.__version=ct.version,M.onUpdate&&M.onUpdate(M)}L.__version=M.version}function Le(L,M,X,gt,ct,St){let Mt=r.convert(X.format,X.colorSpace),nt=r.convert(X.type),ot=b(X.internalFormat,Mt,nt,X.normalized,X.colorSpace),vt=i.get(M),k=i.get(X);if(k.__renderTarget=M,!vt.__hasExternalTextures){let lt=Math.max(1,M.width>>St),it=Math.max(1,M.height>>St);ct===n.TEXTURE_3D||ct===n.TEXTURE_2D_ARRAY?e.texImage3D(ct,St,ot,lt,it,M.depth,0,Mt,nt,null):e.texImage2D(ct,St,ot,lt,it,0,Mt,nt,null)}e.bindFramebuffer(n.FRAMEBUFFER,L),Et(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,gt,ct,k.__webglTexture,0,oe(M)):(ct===n.TEXTURE_2D||ct>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&ct<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,gt,ct,k.__webglTexture,St),e.bindFramebuffer(n.FRAMEBUFFER,null)}function Mn(L,M,X){if(n.bindRenderbuffer(n.RENDERBUFFER,L),M.depthBuffer){let gt=M.depthTexture,ct=gt&&gt.isDepthTexture?gt.type:null,St=x(M.stencilBuffer,ct),Mt=M.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Et(M)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,oe(M),St,M.width,M.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,oe(M),St,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,St,M.width,M.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,Mt,n.RENDERBUFFER,L)}else{let gt=M.textures;for(let ct=0;ct<gt.length;ct++){let St=gt[ct],Mt=r.convert(St.format,St.colorSpace),nt=r.convert(St.type),ot=b(St.internalFormat,Mt,nt,St.normalized,St.colorSpace);Et(M)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,oe(M),ot,M.width,M.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,oe(M),ot,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,ot,M.width,M.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function Me(L,M,X){let gt=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(n.FRAMEBUFFER,L),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ct=i.get(M.depthTexture);ct.__renderTarget=M;let St=gt?M.depthTexture.image[0]:M.depthTexture.image;(!ct.__webglTexture||St.width!==M.width||St.height!==M.height)&&(St.width=M.width,St.height=M.height,M.depthTexture.needsUpdate=!0),gt?_t(M.depthTexture,0):at(M.depthTexture,0);let Mt=ct.__webglTexture,nt=oe(M),ot=gt?n.TEXTURE_CUBE_MAP_POSITIVE_X+X:n.TEXTURE_2D,vt=M.depthTexture.format===vs?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(M.depthTexture.format===ps)Et(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,vt,ot,Mt,0,nt):n.framebufferTexture2D(n.FRAMEBUFFER,vt,ot,Mt,0);else if(M.depthTexture.format===vs)Et(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,vt,ot,Mt,0,nt):n.framebufferTexture2D(n.FRAMEBUFFER,vt,ot,Mt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function gn(L){let M=i.get(L),X=L.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==L.depthTexture){let gt=L.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),gt){let ct=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,gt.removeEventListener("dispose",ct)};gt.addEventListener("dispose",ct),M.__depthDisposeCallback=ct}M.__boundDepthTexture=gt}if(L.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let gt=0;gt<6;gt++)Me(M.__webglFramebuffer[gt],L,gt);else L.texture.mipmaps.length>0?Me(M.__webglFramebuffer[0],L,0):Me(M.__webglFramebuffer,L,0);else if(X){M.__webglDepthbuffer=[];for(let gt=0;gt<6;gt++)if(e.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[gt]),M.__webglDepthbuffer[gt]===void 0)M.__webglDepthbuffer[gt]=n.createRenderbuffer(),Mn(M.__webglDepthbuffer[gt],L,!1);else{let ct=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,St=M.__webglDepthbuffer[gt];n.bindRenderbuffer(n.RENDERBUFFER,St),n.framebufferRenderbuffer(n.FRAMEBUFFER,ct,n.RENDERBUFFER,St)}}else if(L.texture.mipmaps.length>0?e.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=n.createRenderbuffer(),Mn(M.__webglDepthbuffer,L,!1);else{let ct=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,St=M.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,St),n.framebufferRenderbuffer(n.FRAMEBUFFER,ct,n.RENDERBUFFER,St)}e.bindFramebuffer(n.FRAMEBUFFER,null)}function Qe(L,M,X){let gt=i.get(L);M!==void 0&&Le(gt.__webglFramebuffer,L,L.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),X!==void 0&&gn(L)}function cn(L){let M=L.texture,X=i.get(L),gt=i.get(M);L.addEventListener("dispose",F),B(L);let ct=L.textures,St=L.isWebGLCubeRenderTarget===!0,Mt=ct.length>1;if(Mt||(gt.__webglTexture===void 0&&(gt.__webglTexture=n.createTexture()),gt.__version=M.version,o.memory.textures++),St){X.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0){X.__webglFramebuffer[nt]=[];for(let ot=0;ot<M.mipmaps.length;ot++)X.__webglFramebuffer[nt][ot]=n.createFramebuffer()}else X.__webglFramebuffer[nt]=n.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let nt=0;nt<M.mipmaps.length;nt++)X.__webglFramebuffer[nt]=n.createFramebuffer()}else X.__webglFramebuffer=n.createFramebuffer();if(Mt)for(let nt=0,ot=ct.length;nt<ot;nt++){let vt=i.get(ct[nt]);vt.__webglTexture===void 0&&(vt.__webglTexture=n.createTexture(),o.memory.textures++)}if(L.samples>0&&Et(L)===!1){X.__webglMultisampledFramebuffer=n.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(n.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let nt=0;nt<ct.length;nt++){let ot=ct[nt];X.__webglColorRenderbuffer[nt]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,X.__webglColorRenderbuffer[nt]);let vt=r.convert(ot.format,ot.colorSpace),k=r.convert(ot.type),lt=b(ot.internalFormat,vt,k,ot.normalized,ot.colorSpace,L.isXRRenderTarget===!0),it=oe(L);n.renderbufferStorageMultisample(n.RENDERBUFFER,it,lt,L.width,L.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+nt,n.RENDERBUFFER,X.__webglColorRenderbuffer[nt])}n.bindRenderbuffer(n.RENDERBUFFER,null),L.depthBuffer&&(X.__webglDepthRenderbuffer=n.createRenderbuffer(),Mn(X.__webglDepthRenderbuffer,L,!0)),e.bindFramebuffer(n.FRAMEBUFFER,null)}}if(St){e.bindTexture(n.TEXTURE_CUBE_MAP,gt.__webglTexture),ie(n.TEXTURE_CUBE_MAP,M);for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0)for(let ot=0;ot<M.mipmaps.length;ot++)Le(X.__webglFramebuffer[nt][ot],L,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+nt,ot);else Le(X.__webglFramebuffer[nt],L,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);A(M)?S(n.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(Mt){for(let nt=0,ot=ct.length;nt<ot;nt++){let vt=ct[nt],k=i.get(vt),lt=n.TEXTURE_2D;(L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(lt=L.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),e.bindTexture(lt,k.__webglTexture),ie(lt,vt),Le(X.__webglFramebuffer,L,vt,n.COLOR_ATTACHMENT0+nt,lt,0),A(vt)&&S(lt)}e.unbindTexture()}else{let nt=n.TEXTURE_2D;if((L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(nt=L.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),e.bindTexture(nt,gt.__webglTexture),ie(nt,M),M.mipmaps.length>0)for(let ot=0;ot<M.mipmaps.length;ot++)Le(X.__webglFramebuffer[ot],L,M,n.COLOR_ATTACHMENT0,nt,ot);else Le(X.__webglFramebuffer,L,M,n.COLOR_ATTACHMENT0,nt,0);A(M)?S(nt):M.mipmaps.length>0&&n.texParameteri(nt,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}L.depthBuffer&&gn(L)}function z(L){let M=L.textures;for(let X=0,gt=M.length;X<gt;X++){let ct=M[X];if(A(ct)&&ct.mipmapsAutoUpdate===!0){let St=R(L),Mt=i.get(ct).__webglTexture;e.bindTexture(St,Mt),S(St),e.unbindTexture()}}}let Pt=[];function Yt(L){if(L.samples>0){if(Et(L)===!1){let M=L.textures,X=L.width,gt=L.height,ct=n.COLOR_BUFFER_BIT,St=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,Mt=i.get(L),nt=M.length>1;if(nt)for(let vt=0;vt<M.length;vt++)e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.RENDERBUFFER,null),e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.TEXTURE_2D,null,0);e.bindFramebuffer(n.READ_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),L.texture.mipmaps.length>0?e.bindFramebuffer(n.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer[0]):e.bindFramebuffer(n.DRAW_FRAMEBUFFER,Mt.__webglFramebuffer);for(let vt=0;vt<M.length;vt++){if(L.resolveDepthBuffer&&(L.depthBuffer&&(ct|=n.DEPTH_BUFFER_BIT),L.stencilBuffer&&L.resolveStencilBuffer&&(ct|=n.STENCIL_BUFFER_BIT)),nt){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let k=i.get(M[vt]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,k,0)}n.blitFramebuffer(0,0,X,gt,0,0,X,gt,ct,n.NEAREST),l===!0&&(Pt.length=0,Pt.push(n.COLOR_ATTACHMENT0+vt),L.depthBuffer&&L.storeMultisampledDepthBuffer===!1&&Pt.push(St),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Pt))}if(e.bindFramebuffer(n.READ_FRAMEBUFFER,null),e.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),nt)for(let vt=0;vt<M.length;vt++){e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.RENDERBUFFER,Mt.__webglColorRenderbuffer[vt]);let k=i.get(M[vt]).__webglTexture;e.bindFramebuffer(n.FRAMEBUFFER,Mt.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+vt,n.TEXTURE_2D,k,0)}e.bindFramebuffer(n.DRAW_FRAMEBUFFER,Mt.__webglMultisampledFramebuffer)}else if(L.depthBuffer&&L.storeMultisampledDepthBuffer===!1&&l){let M=L.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[M])}}}function oe(L){return Math.min(s.maxSamples,L.samples)}function Et(L){let M=i.get(L);return L.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ue(L){let M=o.render.frame;u.get(L)!==M&&(u.set(L,M),L.update())}function Ht(L,M){let X=L.colorSpace,gt=L.format,ct=L.type;return L.isCompressedTexture===!0||L.isVideoTexture===!0||X!==Wo&&X!==ys&&(xe.getTransfer(X)===Ae?(gt!==Di||ct!==ti)&&Jt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ne("WebGLTextures: Unsupported texture color space:",X)),M}function $t(L){return typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement?(c.width=L.naturalWidth||L.width,c.height=L.naturalHeight||L.height):typeof VideoFrame<"u"&&L instanceof VideoFrame?(c.width=L.displayWidth,c.height=L.displayHeight):(c.width=L.width,c.height=L.height),c}this.allocateTextureUnit=st,this.resetTextureUnits=et,this.getTextureUnits=rt,this.setTextureUnits=K,this.setTexture2D=at,this.setTexture2DArray=ut,this.setTexture3D=pt,this.setTextureCube=_t,this.rebindTextures=Qe,this.setupRenderTarget=cn,this.updateRenderTargetMipmap=z,this.updateMultisampleRenderTarget=Yt,this.setupDepthRenderbuffer=gn,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=Et,this.dispose=G}function bM(n,t){function e(i,s=ys){let r,o=xe.getTransfer(s);if(i===ti)return n.UNSIGNED_BYTE;if(i===Zl)return n.UNSIGNED_SHORT_4_4_4_4;if(i===Kl)return n.UNSIGNED_SHORT_5_5_5_1;if(i===gu)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===_u)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===pu)return n.BYTE;if(i===mu)return n.SHORT;if(i===ro)return n.UNSIGNED_SHORT;if(i===Jl)return n.INT;if(i===Ii)return n.UNSIGNED_INT;if(i===Li)return n.FLOAT;if(i===Ni)return n.HALF_FLOAT;if(i===xu)return n.ALPHA;if(i===vu)return n.RGB;if(i===Di)return n.RGBA;if(i===ps)return n.DEPTH_COMPONENT;if(i===vs)return n.DEPTH_STENCIL;if(i===yu)return n.RED;if(i===jl)return n.RED_INTEGER;if(i===Ws)return n.RG;if(i===Ql)return n.RG_INTEGER;if(i===tc)return n.RGBA_INTEGER;if(i===da||i===pa||i===ma||i===ga)if(o===Ae)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(i===da)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===pa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===ma)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===ga)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===da)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===pa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===ma)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===ga)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===ec||i===nc||i===ic||i===sc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===ec)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===nc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===ic)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===sc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===rc||i===oc||i===ac||i===lc||i===cc||i===_a||i===hc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(i===rc||i===oc)return o===Ae?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===ac)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===lc)return r.COMPRESSED_R11_EAC;if(i===cc)return r.COMPRESSED_SIGNED_R11_EAC;if(i===_a)return r.COMPRESSED_RG11_EAC;if(i===hc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===uc||i===fc||i===dc||i===pc||i===mc||i===gc||i===_c||i===xc||i===vc||i===yc||i===Sc||i===Mc||i===bc||i===wc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(i===uc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===fc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===dc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===pc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===mc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===gc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===_c)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===xc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===vc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===yc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===Sc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Mc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===bc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===wc)return o===Ae?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===Ec||i===Tc||i===Ac)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(i===Ec)return o===Ae?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===Tc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===Ac)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===Cc||i===Rc||i===xa||i===Pc)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(i===Cc)return r.COMPRESSED_RED_RGTC1_EXT;if(i===Rc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===xa)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===Pc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===ar?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:e}}var wM=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,EM=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,ku=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let i=new ea(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=i}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,i=new Ji({vertexShader:wM,fragmentShader:EM,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new In(new na(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},zu=class extends Yi{constructor(t,e){super();let i=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,h=null,f=null,d=null,g=null,_=typeof XRWebGLBinding<"u",p=new ku,m={},v=e.getContextAttributes(),A=null,S=null,R=[],b=[],x=new ve,w=null,B=null,P=new Jn;P.viewport=new Je;let I=new Jn;I.viewport=new Je;let F=[P,I],O=new Xl,D=null,G=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(q){let at=R[q];return at===void 0&&(at=new Yr,R[q]=at),at.getTargetRaySpace()},this.getControllerGrip=function(q){let at=R[q];return at===void 0&&(at=new Yr,R[q]=at),at.getGripSpace()},this.getHand=function(q){let at=R[q];return at===void 0&&(at=new Yr,R[q]=at),at.getHandSpace()};function $(q){let at=b.indexOf(q.inputSource);if(at===-1)return;let ut=R[at];ut!==void 0&&(ut.update(q.inputSource,q.frame,c||o),ut.dispatchEvent({type:q.type,data:q.inputSource}))}function H(){s.removeEventListener("select",$),s.removeEventListener("selectstart",$),s.removeEventListener("selectend",$),s.removeEventListener("squeeze",$),s.removeEventListener("squeezestart",$),s.removeEventListener("squeezeend",$),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",dt);for(let q=0;q<R.length;q++){let at=b[q];at!==null&&(b[q]=null,R[q].disconnect(at))}D=null,G=null,p.reset();for(let q in m)delete m[q];if(t.setRenderTarget(A),d=null,f=null,h=null,s=null,S=null,st.stop(),i.isPresenting=!1,t.setPixelRatio(w),t.setSize(x.width,x.height,!1),B!==null){let q=B.camera;q.fov=B.fov,q.zoom=B.zoom,q.updateProjectionMatrix(),B=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(q){r=q,i.isPresenting===!0&&Jt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(q){a=q,i.isPresenting===!0&&Jt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(q){c=q},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return h===null&&_&&(h=new XRWebGLBinding(s,e)),h},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(q){if(s=q,s!==null){if(A=t.getRenderTarget(),s.addEventListener("select",$),s.addEventListener("selectstart",$),s.addEventListener("selectend",$),s.addEventListener("squeeze",$),s.addEventListener("squeezestart",$),s.addEventListener("squeezeend",$),s.addEventListener("end",H),s.addEventListener("inputsourceschange",dt),v.xrCompatible!==!0&&await e.makeXRCompatible(),w=t.getPixelRatio(),t.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let ut=null,pt=null,_t=null;v.depth&&(_t=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,ut=v.stencil?vs:ps,pt=v.stencil?ar:Ii);let Ft={colorFormat:e.RGBA8,depthFormat:_t,scaleFactor:r};h=this.getBinding(),f=h.createProjectionLayer(Ft),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),S=new ci(f.textureWidth,f.textureHeight,{format:Di,type:ti,depthTexture:new _s(f.textureWidth,f.textureHeight,pt,void 0,void 0,void 0,void 0,void 0,void 0,ut),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}else{let ut={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,ut),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),S=new ci(d.framebufferWidth,d.framebufferHeight,{format:Di,type:ti,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),st.setContext(s),st.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return p.getDepthTexture()};function dt(q){for(let at=0;at<q.removed.length;at++){let ut=q.removed[at],pt=b.indexOf(ut);pt>=0&&(b[pt]=null,R[pt].disconnect(ut))}for(let at=0;at<q.added.length;at++){let ut=q.added[at],pt=b.indexOf(ut);if(pt===-1){for(let Ft=0;Ft<R.length;Ft++)if(Ft>=b.length){b.push(ut),pt=Ft;break}else if(b[Ft]===null){b[Ft]=ut,pt=Ft;break}if(pt===-1)break}let _t=R[pt];_t&&_t.connect(ut)}}function Z(q,at){at===null?q.matrixWorld.copy(q.matrix):q.matrixWorld.multiplyMatrices(at.matrixWorld,q.matrix),q.matrixWorldInverse.copy(q.matrixWorld).invert()}this.updateCamera=function(q){if(s===null)return;let at=q.near,ut=q.far;p.texture!==null&&(p.depthNear>0&&(at=p.depthNear),p.depthFar>0&&(ut=p.depthFar)),O.near=I.near=P.near=at,O.far=I.far=P.far=ut,(D!==O.near||G!==O.far)&&(s.updateRenderState({depthNear:O.near,depthFar:O.far}),D=O.near,G=O.far),O.layers.mask=q.layers.mask|6,P.layers.mask=O.layers.mask&-5,I.layers.mask=O.layers.mask&-3;let pt=q.parent,_t=O.cameras;Z(O,pt);for(let Ft=0;Ft<_t.length;Ft++)Z(_t[Ft],pt);O.projectionMatrix.copy(P.projectionMatrix),O.projectionMatrixInverse.copy(P.projectionMatrixInverse),B===null&&q.isPerspectiveCamera&&(B={camera:q,fov:q.fov,zoom:q.zoom}),et(q,O,pt)};function et(q,at,ut){ut===null?q.matrix.copy(at.matrixWorld):(q.matrix.copy(ut.matrixWorld),q.matrix.invert(),q.matrix.multiply(at.matrixWorld)),q.matrix.decompose(q.position,q.quaternion,q.scale),q.updateMatrixWorld(!0),q.projectionMatrix.copy(at.projectionMatrix),q.projectionMatrixInverse.copy(at.projectionMatrixInverse),q.isPerspectiveCamera&&(q.fov=Ml*2*Math.atan(1/q.projectionMatrix.elements[5]),q.zoom=1)}this.getCamera=function(){return O},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(q){l=q,f!==null&&(f.fixedFoveation=q),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=q)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(O)},this.getCameraTexture=function(q){return m[q]};let rt=null;function K(q,at){if(u=at.getViewerPose(c||o),g=at,u!==null){let ut=u.views;d!==null&&(t.setRenderTargetFramebuffer(S,d.framebuffer),t.setRenderTarget(S));let pt=!1;ut.length!==O.cameras.length&&(O.cameras.length=0,pt=!0);for(let kt=0;kt<ut.length;kt++){let ie=ut[kt],le=null;if(d!==null)le=d.getViewport(ie);else{let ke=h.getViewSubImage(f,ie);le=ke.viewport,kt===0&&(t.setRenderTargetTextures(S,ke.colorTexture,ke.depthStencilTexture),t.setRenderTarget(S))}let te=F[kt];te===void 0&&(te=new Jn,te.layers.enable(kt),te.viewport=new Je,F[kt]=te),te.matrix.fromArray(ie.transform.matrix),te.matrix.decompose(te.position,te.quaternion,te.scale),te.projectionMatrix.fromArray(ie.projectionMatrix),te.projectionMatrixInverse.copy(te.projectionMatrix).invert(),te.viewport.set(le.x,le.y,le.width,le.height),kt===0&&(O.matrix.copy(te.matrix),O.matrix.decompose(O.position,O.quaternion,O.scale)),pt===!0&&O.cameras.push(te)}let _t=s.enabledFeatures;if(_t&&_t.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){h=i.getBinding();let kt=h.getDepthInformation(ut[0]);kt&&kt.isValid&&kt.texture&&p.init(kt,s.renderState)}if(_t&&_t.includes("camera-access")&&_){t.state.unbindTexture(),h=i.getBinding();for(let kt=0;kt<ut.length;kt++){let ie=ut[kt].camera;if(ie){let le=m[ie];le||(le=new ea,m[ie]=le);let te=h.getCameraImage(ie);le.sourceTexture=te}}}}for(let ut=0;ut<R.length;ut++){let pt=b[ut],_t=R[ut];pt!==null&&_t!==void 0&&_t.update(pt,at,c||o)}rt&&rt(q,at),at.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:at}),g=null}let st=new jp;st.setAnimationLoop(K),this.setAnimationLoop=function(q){rt=q},this.dispose=function(){}}},TM=new Fe,lm=new se;lm.set(-1,0,0,0,1,0,0,0,1);function AM(n,t){function e(p,m){p.matrixAutoUpdate===!0&&p.updateMatrix(),m.value.copy(p.matrix)}function i(p,m){m.color.getRGB(p.fogColor.value,Au(n)),m.isFog?(p.fogNear.value=m.near,p.fogFar.value=m.far):m.isFogExp2&&(p.fogDensity.value=m.density)}function s(p,m,v,A,S){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(p,m):m.isMeshLambertMaterial?(r(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(p,m),h(p,m)):m.isMeshPhongMaterial?(r(p,m),u(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(p,m),f(p,m),m.isMeshPhysicalMaterial&&d(p,m,S)):m.isMeshMatcapMaterial?(r(p,m),g(p,m)):m.isMeshDepthMaterial?r(p,m):m.isMeshDistanceMaterial?(r(p,m),_(p,m)):m.isMeshNormalMaterial?r(p,m):m.isLineBasicMaterial?(o(p,m),m.isLineDashedMaterial&&a(p,m)):m.isPointsMaterial?l(p,m,v,A):m.isSpriteMaterial?c(p,m):m.isShadowMaterial?(p.color.value.copy(m.color),p.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(p,m){p.opacity.value=m.opacity,m.color&&p.diffuse.value.copy(m.color),m.emissive&&p.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(p.map.value=m.map,e(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.bumpMap&&(p.bumpMap.value=m.bumpMap,e(m.bumpMap,p.bumpMapTransform),p.bumpScale.value=m.bumpScale,m.side===Kn&&(p.bumpScale.value*=-1)),m.normalMap&&(p.normalMap.value=m.normalMap,e(m.normalMap,p.normalMapTransform),p.normalScale.value.copy(m.normalScale),m.side===Kn&&p.normalScale.value.negate()),m.displacementMap&&(p.displacementMap.value=m.displacementMap,e(m.displacementMap,p.displacementMapTransform),p.displacementScale.value=m.displacementScale,p.displacementBias.value=m.displacementBias),m.emissiveMap&&(p.emissiveMap.value=m.emissiveMap,e(m.emissiveMap,p.emissiveMapTransform)),m.specularMap&&(p.specularMap.value=m.specularMap,e(m.specularMap,p.specularMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest);let v=t.get(m),A=v.envMap,S=v.envMapRotation;A&&(p.envMap.value=A,p.envMapRotation.value.setFromMatrix4(TM.makeRotationFromEuler(S)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(lm),p.reflectivity.value=m.reflectivity,p.ior.value=m.ior,p.refractionRatio.value=m.refractionRatio),m.lightMap&&(p.lightMap.value=m.lightMap,p.lightMapIntensity.value=m.lightMapIntensity,e(m.lightMap,p.lightMapTransform)),m.aoMap&&(p.aoMap.value=m.aoMap,p.aoMapIntensity.value=m.aoMapIntensity,e(m.aoMap,p.aoMapTransform))}function o(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,m.map&&(p.map.value=m.map,e(m.map,p.mapTransform))}function a(p,m){p.dashSize.value=m.dashSize,p.totalSize.value=m.dashSize+m.gapSize,p.scale.value=m.scale}function l(p,m,v,A){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.size.value=m.size*v,p.scale.value=A*.5,m.map&&(p.map.value=m.map,e(m.map,p.uvTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function c(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.rotation.value=m.rotation,m.map&&(p.map.value=m.map,e(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function u(p,m){p.specular.value.copy(m.specular),p.shininess.value=Math.max(m.shininess,1e-4)}function h(p,m){m.gradientMap&&(p.gradientMap.value=m.gradientMap)}function f(p,m){p.metalness.value=m.metalness,m.metalnessMap&&(p.metalnessMap.value=m.metalnessMap,e(m.metalnessMap,p.metalnessMapTransform)),p.roughness.value=m.roughness,m.roughnessMap&&(p.roughnessMap.value=m.roughnessMap,e(m.roughnessMap,p.roughnessMapTransform)),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)}function d(p,m,v){p.ior.value=m.ior,m.diffuseRoughness>0&&(p.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(p.diffuseRoughnessMap.value=m.diffuseRoughnessMap,e(m.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),m.sheen>0&&(p.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),p.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(p.sheenColorMap.value=m.sheenColorMap,e(m.sheenColorMap,p.sheenColorMapTransform)),m.sheenRoughnessMap&&(p.sheenRoughnessMap.value=m.sheenRoughnessMap,e(m.sheenRoughnessMap,p.sheenRoughnessMapTransform))),m.clearcoat>0&&(p.clearcoat.value=m.clearcoat,p.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(p.clearcoatMap.value=m.clearcoatMap,e(m.clearcoatMap,p.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,e(m.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(p.clearcoatNormalMap.value=m.clearcoatNormalMap,e(m.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Kn&&p.clearcoatNormalScale.value.negate())),m.dispersion>0&&(p.dispersion.value=m.dispersion),m.retroreflectivity>0&&(p.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(p.iridescence.value=m.iridescence,p.iridescenceIOR.value=m.iridescenceIOR,p.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(p.iridescenceMap.value=m.iridescenceMap,e(m.iridescenceMap,p.iridescenceMapTransform)),m.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=m.iridescenceThicknessMap,e(m.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),m.transmission>0&&(p.transmission.value=m.transmission,p.transmissionSamplerMap.value=v.texture,p.transmissionSamplerSize.value.set(v.width,v.height),m.transmissionMap&&(p.transmissionMap.value=m.transmissionMap,e(m.transmissionMap,p.transmissionMapTransform)),p.thickness.value=m.thickness,m.thicknessMap&&(p.thicknessMap.value=m.thicknessMap,e(m.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=m.attenuationDistance,p.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(p.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(p.anisotropyMap.value=m.anisotropyMap,e(m.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=m.specularIntensity,p.specularColor.value.copy(m.specularColor),m.specularColorMap&&(p.specularColorMap.value=m.specularColorMap,e(m.specularColorMap,p.specularColorMapTransform)),m.specularIntensityMap&&(p.specularIntensityMap.value=m.specularIntensityMap,e(m.specularIntensityMap,p.specularIntensityMapTransform))}function g(p,m){m.matcap&&(p.matcap.value=m.matcap)}function _(p,m){let v=t.get(m).light;p.referencePosition.value.setFromMatrixPosition(v.matrixWorld),p.nearDistance.value=v.shadow.camera.near,p.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:s}}function CM(n,t,e,i){let s={},r={};function o(v,A){let S=A.program;i.uniformBlockBinding(v,S,s[v.id])}function a(v,A){let S=s[v.id];S===void 0&&(g(v),S=l(v),s[v.id]=S,v.addEventListener("dispose",p));let R=A.program;i.updateUBOMapping(v,R);let b=t.render.frame;r[v.id]!==b&&(c(v),r[v.id]=b)}function l(v){let A=n.createBuffer(),S=v.__size,R=v.usage;return n.bindBuffer(n.UNIFORM_BUFFER,A),n.bufferData(n.UNIFORM_BUFFER,S,R),n.bindBuffer(n.UNIFORM_BUFFER,null),A}function c(v){let A=s[v.id],S=v.uniforms,R=v.__cache;n.bindBuffer(n.UNIFORM_BUFFER,A);for(let b=0,x=S.length;b<x;b++){let w=S[b];if(Array.isArray(w))for(let B=0,P=w.length;B<P;B++)u(w[B],b,B,R);else u(w,b,0,R)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function u(v,A,S,R){if(f(v,A,S,R)===!0){let b=v.__offset,x=v.value;if(Array.isArray(x)){let w=0;for(let B=0;B<x.length;B++){let P=x[B],I=_(P,!0);h(P,v.__data,w),w+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else h(x,v.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,b,v.__data)}}function h(v,A,S){typeof v=="number"||typeof v=="boolean"?A[S]=v:v.isMatrix3?(A[S]=v.elements[0],A[S+1]=v.elements[1],A[S+2]=v.elements[2],A[S+3]=0,A[S+4]=v.elements[3],A[S+5]=v.elements[4],A[S+6]=v.elements[5],A[S+7]=0,A[S+8]=v.elements[6],A[S+9]=v.elements[7],A[S+10]=v.elements[8],A[S+11]=0):ArrayBuffer.isView(v)?A.set(v.subarray(0,A.length-S),S):v.toArray(A,S)}function f(v,A,S,R){let b=v.value,x=A+"_"+S;if(Array.isArray(b)){R[x]===void 0&&(R[x]=[]);let w=R[x],B=!1;for(let P=0;P<b.length;P++)d(b[P],w,P)===!0&&(B=!0);return B}return d(b,R,x)}function d(v,A,S){if(A[S]===void 0)return typeof v=="number"||typeof v=="boolean"?A[S]=v:ArrayBuffer.isView(v)?A[S]=v.slice():A[S]=v.clone(),!0;{let R=A[S];if(typeof v=="number"||typeof v=="boolean"){if(R!==v)return A[S]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(R.equals(v)===!1)return R.copy(v),!0}}return!1}function g(v){let A=v.uniforms,S=0,R=16;for(let x=0,w=A.length;x<w;x++){let B=Array.isArray(A[x])?A[x]:[A[x]];for(let P=0,I=B.length;P<I;P++){let F=B[P],O=Array.isArray(F.value)?F.value:[F.value],D=Array.isArray(A[x])||Array.isArray(F.value),G=S;for(let H=0,dt=O.length;H<dt;H++){let Z=O[H],et=_(Z,D),rt=S%R,K=rt%et.boundary,st=rt+K;S+=K,st!==0&&R-st<et.storage&&(S+=R-st),H===0&&(G=S),S+=et.storage}let $=F.type==="int"?Int32Array:F.type==="uint"?Uint32Array:Float32Array;F.__data=new $((S-G)/Float32Array.BYTES_PER_ELEMENT),F.__offset=G}}let b=S%R;return b>0&&(S+=R-b),v.__size=S,v.__cache={},this}function _(v,A){let S={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(S.boundary=4,S.storage=4):v.isVector2?(S.boundary=8,S.storage=8):v.isVector3||v.isColor?(S.boundary=16,S.storage=12):v.isVector4?(S.boundary=16,S.storage=16):v.isMatrix3?(S.boundary=16,S.storage=48):v.isMatrix4?(S.boundary=16,S.storage=64):v.isTexture?Jt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(S.boundary=16,S.storage=v.byteLength):Jt("WebGLRenderer: Unsupported uniform value type.",v),A===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function p(v){let A=v.target;A.removeEventListener("dispose",p),n.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function m(){for(let v in s)n.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:m}}var RM=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ki=null;function PM(){return Ki===null&&(Ki=new Tl(RM,16,16,Ws,Ni),Ki.name="DFG_LUT",Ki.minFilter=Zn,Ki.magFilter=Zn,Ki.wrapS=qi,Ki.wrapT=qi,Ki.generateMipmaps=!1,Ki.needsUpdate=!0),Ki}var Uc=class{constructor(t={}){let{canvas:e=Mp(),context:i=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:f=!1,outputBufferType:d=ti}=t;this.isWebGLRenderer=!0;let g;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=i.getContextAttributes().alpha}else g=o;let _=d,p=new Set([tc,Ql,jl]),m=new Set([ti,Ii,ro,ar,Zl,Kl]),v=new Uint32Array(4),A=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},R=null,b=null,x=[],w=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Zi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let P=this,I=!1,F=null,O=null,D=null,G=null;this._outputColorSpace=ai;let $=0,H=0,dt=null,Z=-1,et=null,rt=new Je,K=new Je,st=null,q=new fe(0),at=0,ut=e.width,pt=e.height,_t=1,Ft=null,Qt=null,kt=new Je(0,0,ut,pt),ie=new Je(0,0,ut,pt),le=!1,te=new ks,ke=new Al,ze=!1,ln=!1,Le=new Fe,Mn=new j,Me=new Je,gn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Qe=!1;function cn(){return dt===null?_t:1}let z=i;function Pt(C,V){return e.getContext(C,V)}let Yt,oe,Et,Ue,Ht,$t,L,M,X,gt,ct,St,Mt,nt,ot,vt,k,lt,it,Tt,yt,wt,Wt;try{let C={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",zt,!1),e.addEventListener("webglcontextrestored",jt,!1),e.addEventListener("webglcontextcreationerror",Rt,!1),z===null){let V="webgl2";if(z=Pt(V,C),z===null)throw Pt(V)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Kt()}catch(C){throw e.removeEventListener("webglcontextlost",zt,!1),e.removeEventListener("webglcontextrestored",jt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),ne("WebGLRenderer: "+C.message),C}function Kt(){Yt=new Vy(z),Yt.init(),yt=new bM(z,Yt),oe=new Py(z,Yt,t,yt),Et=new SM(z,Yt),oe.reversedDepthBuffer&&f&&Et.buffers.depth.setReversed(!0),O=z.createFramebuffer(),D=z.createFramebuffer(),G=z.createFramebuffer(),Ue=new Wy(z),Ht=new aM,$t=new MM(z,Yt,Et,Ht,oe,yt,Ue),L=new zy(P),M=new q_(z),wt=new Cy(z,M),X=new Gy(z,M,Ue,wt),gt=new qy(z,X,M,wt,Ue),lt=new Xy(z,oe,$t),ot=new Iy(Ht),ct=new oM(P,L,Yt,oe,wt,ot),St=new AM(P,Ht),Mt=new cM,nt=new mM(Yt),k=new Ay(P,L,Et,gt,g,l),vt=new yM(P,gt,oe),Wt=new CM(z,Ue,oe,Et),it=new Ry(z,Yt,Ue),Tt=new Hy(z,Yt,Ue),Ue.programs=ct.programs,P.capabilities=oe,P.extensions=Yt,P.properties=Ht,P.renderLists=Mt,P.shadowMap=vt,P.state=Et,P.info=Ue}_!==ti&&(B=new Yy(_,e.width,e.height,a,s,r));let mt=new zu(P,z);this.xr=mt,this.getContext=function(){return z},this.getContextAttributes=function(){return z.getContextAttributes()},this.forceContextLoss=function(){let C=Yt.get("WEBGL_lose_context");C&&C.loseContext()},this.forceContextRestore=function(){let C=Yt.get("WEBGL_lose_context");C&&C.restoreContext()},this.getPixelRatio=function(){return _t},this.setPixelRatio=function(C){C!==void 0&&(_t=C,this.setSize(ut,pt,!1))},this.getSize=function(C){return C.set(ut,pt)},this.setSize=function(C,V,tt=!0){if(mt.isPresenting){Jt("WebGLRenderer: Can't change size while VR device is presenting.");return}ut=C,pt=V,e.width=Math.floor(C*_t),e.height=Math.floor(V*_t),tt===!0&&(e.style.width=C+"px",e.style.height=V+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,C,V)},this.getDrawingBufferSize=function(C){return C.set(ut*_t,pt*_t).floor()},this.setDrawingBufferSize=function(C,V,tt){ut=C,pt=V,_t=tt,e.width=Math.floor(C*tt),e.height=Math.floor(V*tt),this.setViewport(0,0,C,V)},this.setEffects=function(C){if(_===ti){ne("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(C){for(let V=0;V<C.length;V++)if(C[V].isOutputPass===!0){Jt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(C||[])},this.getCurrentViewport=function(C){return C.copy(rt)},this.getViewport=function(C){return C.copy(kt)},this.setViewport=function(C,V,tt,Y){C.isVector4?kt.set(C.x,C.y,C.z,C.w):kt.set(C,V,tt,Y),Et.viewport(rt.copy(kt).multiplyScalar(cn()).round())},this.getScissor=function(C){return C.copy(ie)},this.setScissor=function(C,V,tt,Y){C.isVector4?ie.set(C.x,C.y,C.z,C.w):ie.set(C,V,tt,Y),Et.scissor(K.copy(ie).multiplyScalar(cn()).round())},this.getScissorTest=function(){return le},this.setScissorTest=function(C){Et.setScissorTest(le=C)},this.setOpaqueSort=function(C){Ft=C},this.setTransparentSort=function(C){Qt=C},this.getClearColor=function(C){return C.copy(k.getClearColor())},this.setClearColor=function(){k.setClearColor(...arguments)},this.getClearAlpha=function(){return k.getClearAlpha()},this.setClearAlpha=function(){k.setClearAlpha(...arguments)},this.clear=function(C=!0,V=!0,tt=!0){let Y=0;if(C){let J=!1;if(dt!==null){let At=dt.texture.format;J=p.has(At)}if(J){let At=dt.texture.type,It=m.has(At),Ct=k.getClearColor(),Lt=k.getClearAlpha(),Gt=Ct.r,ee=Ct.g,de=Ct.b;It?(v[0]=Gt,v[1]=ee,v[2]=de,v[3]=Lt,z.clearBufferuiv(z.COLOR,0,v)):(A[0]=Gt,A[1]=ee,A[2]=de,A[3]=Lt,z.clearBufferiv(z.COLOR,0,A))}else Y|=z.COLOR_BUFFER_BIT}V&&(Y|=z.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),tt&&(Y|=z.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&z.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(C){C.setRenderer(this),F=C},this.dispose=function(){e.removeEventListener("webglcontextlost",zt,!1),e.removeEventListener("webglcontextrestored",jt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),k.dispose(),Mt.dispose(),nt.dispose(),$t.dispose(),Ht.dispose(),L.dispose(),gt.dispose(),X.dispose(),wt.dispose(),Wt.dispose(),ct.dispose(),mt.dispose(),mt.removeEventListener("sessionstart",Da),mt.removeEventListener("sessionend",Bi),is.stop()};function zt(C){C.preventDefault(),Eu("WebGLRenderer: Context Lost."),I=!0}function jt(){Eu("WebGLRenderer: Context Restored."),I=!1;let C=Ue.autoReset,V=vt.enabled,tt=vt.autoUpdate,Y=vt.needsUpdate,J=vt.type;Kt(),Ue.autoReset=C,vt.enabled=V,vt.autoUpdate=tt,vt.needsUpdate=Y,vt.type=J}function Rt(C){ne("WebGLRenderer: A WebGL context could not be created. Reason: ",C.statusMessage)}function ce(C){let V=C.target;V.removeEventListener("dispose",ce),Ve(V)}function Ve(C){Wn(C),Ht.remove(C)}function Wn(C){let V=Ht.get(C).programs;V!==void 0&&(V.forEach(function(tt){ct.releaseProgram(tt)}),C.isShaderMaterial&&ct.releaseShaderCache(C))}this.renderBufferDirect=function(C,V,tt,Y,J,At){V===null&&(V=gn);let It=J.isMesh&&J.matrixWorld.determinantAffine()<0,Ct=Co(C,V,tt,Y,J);Et.setMaterial(Y,It);let Lt=tt.index,Gt=1;if(Y.wireframe===!0){if(Lt=X.getWireframeAttribute(tt),Lt===void 0)return;Gt=2}let ee=tt.drawRange,de=tt.attributes.position,Vt=ee.start*Gt,pe=(ee.start+ee.count)*Gt;At!==null&&(Vt=Math.max(Vt,At.start*Gt),pe=Math.min(pe,(At.start+At.count)*Gt)),Lt!==null?(Vt=Math.max(Vt,0),pe=Math.min(pe,Lt.count)):de!=null&&(Vt=Math.max(Vt,0),pe=Math.min(pe,de.count));let je=pe-Vt;if(je<0||je===1/0)return;wt.setup(J,Y,Ct,tt,Lt);let Re,Pe=it;if(Lt!==null&&(Re=M.get(Lt),Pe=Tt,Pe.setIndex(Re)),J.isMesh)Y.wireframe===!0?(Et.setLineWidth(Y.wireframeLinewidth*cn()),Pe.setMode(z.LINES)):Pe.setMode(z.TRIANGLES);else if(J.isLine){let _n=Y.linewidth;_n===void 0&&(_n=1),Et.setLineWidth(_n*cn()),J.isLineSegments?Pe.setMode(z.LINES):J.isLineLoop?Pe.setMode(z.LINE_LOOP):Pe.setMode(z.LINE_STRIP)}else J.isPoints?Pe.setMode(z.POINTS):J.isSprite&&Pe.setMode(z.TRIANGLES);if(J.isBatchedMesh)if(Yt.get("WEBGL_multi_draw"))Pe.renderMultiDraw(J._multiDrawStarts,J._multiDrawCounts,J._multiDrawCount);else{let _n=J._multiDrawStarts,Ot=J._multiDrawCounts,hn=J._multiDrawCount,_e=Lt?M.get(Lt).bytesPerElement:1,rs=Ht.get(Y).currentProgram.getUniforms();for(let un=0;un<hn;un++)rs.setValue(z,"_gl_DrawID",un),Pe.render(_n[un]/_e,Ot[un])}else if(J.isInstancedMesh)Pe.renderInstances(Vt,je,J.count);else if(tt.isInstancedBufferGeometry){let _n=tt._maxInstanceCount!==void 0?tt._maxInstanceCount:1/0,Ot=Math.min(tt.instanceCount,_n);Pe.renderInstances(Vt,je,Ot)}else Pe.render(Vt,je)};function Eo(C,V,tt,Y){F!==null&&C.isNodeMaterial&&F.setObject(Y,C),ze===!0&&ot.setState(C,tt,!1),C.transparent===!0&&C.side===yi&&C.forceSinglePass===!1?(C.side=Kn,C.needsUpdate=!0,ki(C,V,Y),C.side=Hs,C.needsUpdate=!0,ki(C,V,Y),C.side=yi):ki(C,V,Y)}this.compile=function(C,V,tt=null){tt===null&&(tt=C),F!==null&&F.renderStart(C,V,tt),b=nt.get(tt),b.init(V),w.push(b),tt.traverseVisible(function(J){J.isLight&&J.layers.test(V.layers)&&(b.pushLight(J),J.castShadow&&b.pushShadow(J))}),C!==tt&&C.traverseVisible(function(J){J.isLight&&J.layers.test(V.layers)&&(b.pushLight(J),J.castShadow&&b.pushShadow(J))}),b.setupLights(),F!==null&&F.updateLights(b.state.lightsArray),ln=this.localClippingEnabled,ze=ot.init(this.clippingPlanes,ln),ze===!0&&ot.setGlobalState(this.clippingPlanes,V),F!==null&&vt.render(b.state.shadowsArray,tt,V);let Y=new Set;return C.traverse(function(J){if(!(J.isMesh||J.isPoints||J.isLine||J.isSprite))return;let At=J.material;if(At)if(Array.isArray(At))for(let It=0;It<At.length;It++){let Ct=At[It];Eo(Ct,tt,V,J),Y.add(Ct)}else Eo(At,tt,V,J),Y.add(At)}),b=w.pop(),F!==null&&F.renderEnd(),Y},this.compileAsync=function(C,V,tt=null){let Y=this.compile(C,V,tt);return new Promise(J=>{function At(){if(Y.forEach(function(It){let Lt=Ht.get(It).currentProgram;(Lt===void 0||Lt.isReady())&&Y.delete(It)}),Y.size===0){J(C);return}setTimeout(At,10)}Yt.get("KHR_parallel_shader_compile")!==null?At():setTimeout(At,10)})};let gr=null;function uh(C){gr&&gr(C)}function Da(){is.stop()}function Bi(){is.start()}let is=new jp;is.setAnimationLoop(uh),typeof self<"u"&&is.setContext(self),this.setAnimationLoop=function(C){gr=C,mt.setAnimationLoop(C),C===null?is.stop():is.start()},mt.addEventListener("sessionstart",Da),mt.addEventListener("sessionend",Bi),this.render=function(C,V){if(V!==void 0&&V.isCamera!==!0){ne("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;F!==null&&F.renderStart(C,V);let tt=mt.enabled===!0&&mt.isPresenting===!0,Y=B!==null&&(dt===null||tt)&&B.begin(P,dt);if(C.matrixWorldAutoUpdate===!0&&C.updateMatrixWorld(),V.parent===null&&V.matrixWorldAutoUpdate===!0&&V.updateMatrixWorld(),mt.enabled===!0&&mt.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(mt.cameraAutoUpdate===!0&&mt.updateCamera(V),V=mt.getCamera()),C.isScene===!0&&C.onBeforeRender(P,C,V,dt),b=nt.get(C,w.length),b.init(V),b.state.textureUnits=$t.getTextureUnits(),w.push(b),Le.multiplyMatrices(V.projectionMatrix,V.matrixWorldInverse),V.isArrayCamera?ke.setFromArrayCamera(V):te.setFromProjectionMatrix(Le,xi,V.reversedDepth),ln=this.localClippingEnabled,ze=ot.init(this.clippingPlanes,ln),R=Mt.get(C,x.length),R.init(),x.push(R),this.info.render.frame++,mt.enabled===!0&&mt.isPresenting===!0){let It=P.xr.getDepthSensingMesh();It!==null&&ss(It,V,-1/0,P.sortObjects)}ss(C,V,0,P.sortObjects),R.finish(),F!==null&&F.updateLights(b.state.lightsArray),P.sortObjects===!0&&R.sort(Ft,Qt),Qe=mt.enabled===!1||mt.isPresenting===!1||mt.hasDepthSensing()===!1,Qe&&k.addToRenderList(R,C),this.info.autoReset===!0&&this.info.reset(),ze===!0&&ot.beginShadows();let J=b.state.shadowsArray;if(vt.render(J,C,V),ze===!0&&ot.endShadows(),(Y&&B.hasRenderPass())===!1){let It=R.opaque,Ct=R.transmissive;if(b.setupLights(),V.isArrayCamera){let Lt=V.cameras;if(Ct.length>0)for(let Gt=0,ee=Lt.length;Gt<ee;Gt++){let de=Lt[Gt];bi(It,Ct,C,de)}Qe&&k.render(C);for(let Gt=0,ee=Lt.length;Gt<ee;Gt++){let de=Lt[Gt];To(R,C,de,de.viewport)}}else Ct.length>0&&bi(It,Ct,C,V),Qe&&k.render(C),To(R,C,V)}dt!==null&&H===0&&($t.updateMultisampleRenderTarget(dt),$t.updateRenderTargetMipmap(dt)),Y&&B.end(P),C.isScene===!0&&C.onAfterRender(P,C,V),wt.resetDefaultState(),Z=-1,et=null,w.pop(),w.length>0?(b=w[w.length-1],$t.setTextureUnits(b.state.textureUnits),ze===!0&&ot.setGlobalState(P.clippingPlanes,b.state.camera)):b=null,x.pop(),x.length>0?R=x[x.length-1]:R=null,F!==null&&F.renderEnd()};function ss(C,V,tt,Y){if(C.visible===!1)return;if(C.layers.test(V.layers)){if(C.isGroup)tt=C.renderOrder;else if(C.isLOD)C.autoUpdate===!0&&C.update(V);else if(C.isLight)b.pushLight(C),C.castShadow&&b.pushShadow(C);else if(C.isSprite){let It=V.isArrayCamera?ke:te;if(!C.frustumCulled||C.intersectsFrustum(It)){Y&&Me.setFromMatrixPosition(C.matrixWorld).applyMatrix4(Le);let Ct=gt.update(C),Lt=C.material;Lt.visible&&R.push(C,Ct,Lt,tt,Me.z,null,V)}}else if(C.isMesh||C.isLine||C.isPoints){let It=V.isArrayCamera?ke:te;if(!C.frustumCulled||C.intersectsFrustum(It)){let Ct=gt.update(C),Lt=C.material;if(Y&&(C.boundingSphere!==void 0?(C.boundingSphere===null&&C.computeBoundingSphere(),Me.copy(C.boundingSphere.center)):(Ct.boundingSphere===null&&Ct.computeBoundingSphere(),Me.copy(Ct.boundingSphere.center)),Me.applyMatrix4(C.matrixWorld).applyMatrix4(Le)),Array.isArray(Lt)){let Gt=Ct.groups;for(let ee=0,de=Gt.length;ee<de;ee++){let Vt=Gt[ee],pe=Lt[Vt.materialIndex];pe&&pe.visible&&R.push(C,Ct,pe,tt,Me.z,Vt,V)}}else Lt.visible&&R.push(C,Ct,Lt,tt,Me.z,null,V)}}}let At=C.children;for(let It=0,Ct=At.length;It<Ct;It++)ss(At[It],V,tt,Y)}function To(C,V,tt,Y){let{opaque:J,transmissive:At,transparent:It}=C;b.setupLightsView(tt),ze===!0&&ot.setGlobalState(P.clippingPlanes,tt),Y&&Et.viewport(rt.copy(Y)),J.length>0&&tn(J,V,tt),At.length>0&&tn(At,V,tt),It.length>0&&tn(It,V,tt),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function bi(C,V,tt,Y){if((tt.isScene===!0?tt.overrideMaterial:null)!==null)return;if(b.state.transmissionRenderTarget[Y.id]===void 0){let Vt=Yt.has("EXT_color_buffer_half_float")||Yt.has("EXT_color_buffer_float");b.state.transmissionRenderTarget[Y.id]=new ci(1,1,{generateMipmaps:!0,type:Vt?Ni:ti,minFilter:xs,samples:Math.max(4,oe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:xe.workingColorSpace})}let At=b.state.transmissionRenderTarget[Y.id],It=Y.viewport||rt;At.setSize(It.z*P.transmissionResolutionScale,It.w*P.transmissionResolutionScale);let Ct=P.getRenderTarget(),Lt=P.getActiveCubeFace(),Gt=P.getActiveMipmapLevel();P.setRenderTarget(At),P.getClearColor(q),at=P.getClearAlpha(),at<1&&P.setClearColor(16777215,.5),P.clear(),Qe&&k.render(tt);let ee=P.toneMapping;P.toneMapping=Zi;let de=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),b.setupLightsView(Y),ze===!0&&ot.setGlobalState(P.clippingPlanes,Y),tn(C,tt,Y),$t.updateMultisampleRenderTarget(At),$t.updateRenderTargetMipmap(At),Yt.has("WEBGL_multisampled_render_to_texture")===!1){let Vt=!1;for(let pe=0,je=V.length;pe<je;pe++){let Re=V[pe],{object:Pe,geometry:_n,material:Ot,group:hn}=Re;if(Ot.side===yi&&Pe.layers.test(Y.layers)){let _e=Ot.side;Ot.side=Kn,Ot.needsUpdate=!0,on(Pe,tt,Y,_n,Ot,hn),Ot.side=_e,Ot.needsUpdate=!0,Vt=!0}}Vt===!0&&($t.updateMultisampleRenderTarget(At),$t.updateRenderTargetMipmap(At))}P.setRenderTarget(Ct,Lt,Gt),P.setClearColor(q,at),de!==void 0&&(Y.viewport=de),P.toneMapping=ee}function tn(C,V,tt){let Y=V.isScene===!0?V.overrideMaterial:null;for(let J=0,At=C.length;J<At;J++){let It=C[J],{object:Ct,geometry:Lt,group:Gt}=It,ee=It.material;ee.allowOverride===!0&&Y!==null&&(ee=Y),Ct.layers.test(tt.layers)&&on(Ct,V,tt,Lt,ee,Gt)}}function on(C,V,tt,Y,J,At){F!==null&&J.isNodeMaterial&&F.setObject(C,J),C.onBeforeRender(P,V,tt,Y,J,At),C.modelViewMatrix.multiplyMatrices(tt.matrixWorldInverse,C.matrixWorld),C.normalMatrix.getNormalMatrix(C.modelViewMatrix),J.onBeforeRender(P,V,tt,Y,C,At),J.transparent===!0&&J.side===yi&&J.forceSinglePass===!1?(J.side=Kn,J.needsUpdate=!0,P.renderBufferDirect(tt,V,Y,J,C,At),J.side=Hs,J.needsUpdate=!0,P.renderBufferDirect(tt,V,Y,J,C,At),J.side=yi):P.renderBufferDirect(tt,V,Y,J,C,At),C.onAfterRender(P,V,tt,Y,J,At)}function an(C){let V=0;for(let tt of C)tt.texture!==null&&V++;return V}function ki(C,V,tt){V.isScene!==!0&&(V=gn);let Y=Ht.get(C),J=b.state.lights,At=b.state.shadowsArray,It=J.state.version,Ct=ct.getParameters(C,J.state,At,V,tt,b.state.lightProbeGridArray),Lt=ct.getProgramCacheKey(Ct),Gt=Y.programs;Y.environment=C.isMeshStandardMaterial||C.isMeshLambertMaterial||C.isMeshPhongMaterial?V.environment:null,Y.fog=V.fog;let ee=C.isMeshStandardMaterial||C.isMeshLambertMaterial&&!C.envMap||C.isMeshPhongMaterial&&!C.envMap;Y.envMap=L.get(C.envMap||Y.environment,ee),Y.envMapRotation=Y.environment!==null&&C.envMap===null?V.environmentRotation:C.envMapRotation,Gt===void 0&&(C.addEventListener("dispose",ce),Gt=new Map,Y.programs=Gt,Y.programVariants=new Map);let de=Gt.get(Lt);if(de!==void 0){if(Y.currentProgram===de&&Y.lightsStateVersion===It)return Ao(C,Ct),de}else Ct.uniforms=ct.getUniforms(C),F!==null&&C.isNodeMaterial&&F.build(C,tt,Ct),C.onBeforeCompile(Ct,P),de=ct.acquireProgram(Ct,Lt),Gt.set(Lt,de),Y.uniforms=Ct.uniforms;let Vt=Y.uniforms;return(!C.isShaderMaterial&&!C.isRawShaderMaterial||C.clipping===!0)&&(Vt.clippingPlanes=ot.uniform),Ao(C,Ct),Y.needsLights=Ts(C),Y.lightsStateVersion=It,Y.needsLights&&(Vt.ambientLightColor.value=J.state.ambient,Vt.lightProbe.value=J.state.probe,Vt.sunLights.value=J.state.sun,Vt.sunLightShadows.value=J.state.sunShadow,Vt.directionalLights.value=J.state.directional,Vt.directionalLightShadows.value=J.state.directionalShadow,Vt.spotLights.value=J.state.spot,Vt.spotLightShadows.value=J.state.spotShadow,Vt.rectAreaLights.value=J.state.rectArea,Vt.ltc_1.value=J.state.rectAreaLTC1,Vt.ltc_2.value=J.state.rectAreaLTC2,Vt.pointLights.value=J.state.point,Vt.pointLightShadows.value=J.state.pointShadow,Vt.hemisphereLights.value=J.state.hemi,Vt.sunShadowMatrix.value=J.state.sunShadowMatrix,Vt.sunShadowCascade.value=J.state.sunShadowCascade,Vt.directionalShadowMatrix.value=J.state.directionalShadowMatrix,Vt.spotLightMatrix.value=J.state.spotLightMatrix,Vt.spotLightMap.value=J.state.spotLightMap,Vt.pointShadowMatrix.value=J.state.pointShadowMatrix),Y.numLightProbeGrids=an(b.state.lightProbeGridArray),Y.currentProgram=de,Y.uniformsList=null,de}function ei(C,V,tt,Y,J){let At=Ht.get(C),It=At.currentProgram.id+","+Y+","+J,Ct=At.programVariants.get(It);return Ct===void 0?(Ct=ki(C,V,tt),At.programVariants.set(It,Ct)):(At.currentProgram=Ct,At.uniformsList=null,At.outputColorSpace=Y,At.toneMapping=J),Ct}function Es(C){if(C.uniformsList===null){let V=C.currentProgram.getUniforms();C.uniformsList=oo.seqWithValue(V.seq,C.uniforms)}return C.uniformsList}function Ao(C,V){let tt=Ht.get(C);tt.outputColorSpace=V.outputColorSpace,tt.batching=V.batching,tt.batchingColor=V.batchingColor,tt.instancing=V.instancing,tt.instancingColor=V.instancingColor,tt.instancingMorph=V.instancingMorph,tt.skinning=V.skinning,tt.morphTargets=V.morphTargets,tt.morphNormals=V.morphNormals,tt.morphColors=V.morphColors,tt.morphTargetsCount=V.morphTargetsCount,tt.numClippingPlanes=V.numClippingPlanes,tt.numIntersection=V.numClipIntersection,tt.vertexAlphas=V.vertexAlphas,tt.vertexTangents=V.vertexTangents,tt.toneMapping=V.toneMapping}function Co(C,V,tt,Y,J){V.isScene!==!0&&(V=gn),$t.resetTextureUnits();let At=V.fog,It=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?V.environment:null,Ct=dt===null?P.outputColorSpace:dt.isXRRenderTarget===!0?dt.texture.colorSpace:xe.workingColorSpace,Lt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,Gt=L.get(Y.envMap||It,Lt),ee=Y.vertexColors===!0&&!!tt.attributes.color&&tt.attributes.color.itemSize===4,de=!!tt.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Vt=!!tt.morphAttributes.position,pe=!!tt.morphAttributes.normal,je=!!tt.morphAttributes.color,Re=Zi;Y.toneMapped&&(dt===null||dt.isXRRenderTarget===!0)&&(Re=P.toneMapping);let Pe=tt.morphAttributes.position||tt.morphAttributes.normal||tt.morphAttributes.color,_n=Pe!==void 0?Pe.length:0,Ot=Ht.get(Y),hn=b.state.lights;if(ze===!0&&(ln===!0||C!==et)){let Ie=C===et&&Y.id===Z;ot.setState(Y,C,Ie)}let _e=!1,rs=!1;Y.version===Ot.__version?Ot.needsLights&&Ot.lightsStateVersion!==hn.state.version||J.isBatchedMesh&&Ot.batching===!1||!J.isBatchedMesh&&Ot.batching===!0||J.isBatchedMesh&&Ot.batchingColor===!0&&J._colorsTexture===null||J.isBatchedMesh&&Ot.batchingColor===!1&&J._colorsTexture!==null||J.isInstancedMesh&&Ot.instancing===!1||!J.isInstancedMesh&&Ot.instancing===!0||J.isSkinnedMesh&&Ot.skinning===!1||!J.isSkinnedMesh&&Ot.skinning===!0||J.isInstancedMesh&&Ot.instancingColor===!0&&J.instanceColor===null||J.isInstancedMesh&&Ot.instancingColor===!1&&J.instanceColor!==null||J.isInstancedMesh&&Ot.instancingMorph===!0&&J.morphTexture===null||J.isInstancedMesh&&Ot.instancingMorph===!1&&J.morphTexture!==null||Ot.envMap!==Gt||Y.fog===!0&&Ot.fog!==At||Ot.numClippingPlanes!==void 0&&(Ot.numClippingPlanes!==ot.numPlanes||Ot.numIntersection!==ot.numIntersection)||Ot.vertexAlphas!==ee||Ot.vertexTangents!==de||Ot.morphTargets!==Vt||Ot.morphNormals!==pe||Ot.morphColors!==je||Ot.morphTargetsCount!==_n||Ot.numLightProbeGrids!==an(b.state.lightProbeGridArray)?_e=!0:(Ot.outputColorSpace!==Ct||Ot.toneMapping!==Re)&&(rs=!0):(_e=!0,Ot.__version=Y.version);let un=Ot.currentProgram;(_e===!0||rs===!0)&&(un=rs===!0?ei(Y,V,J,Ct,Re):ki(Y,V,J),F&&Y.isNodeMaterial&&F.onUpdateProgram(Y,un,Ot));let vr=!1,zi=!1,os=!1,he=un.getUniforms(),en=Ot.uniforms;if(Et.useProgram(un.program)&&(vr=!0,zi=!0,os=!0),Y.id!==Z&&(Z=Y.id,zi=!0),vr||et!==C){Et.buffers.depth.getReversed()&&C.reversedDepth!==!0&&(C._reversedDepth=!0,C.updateProjectionMatrix()),he.setValue(z,"projectionMatrix",C.projectionMatrix),he.setValue(z,"viewMatrix",C.matrixWorldInverse);let fn=he.map.cameraPosition;fn!==void 0&&fn.setValue(z,Mn.setFromMatrixPosition(C.matrixWorld)),oe.logarithmicDepthBuffer&&he.setValue(z,"logDepthBufFC",2/(Math.log(C.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&he.setValue(z,"isOrthographic",C.isOrthographicCamera===!0),et!==C&&(et=C,zi=!0,os=!0)}if(Ot.needsLights&&(hn.state.sunShadowMap.length>0&&he.setValue(z,"sunShadowMap",hn.state.sunShadowMap,$t),hn.state.directionalShadowMap.length>0&&he.setValue(z,"directionalShadowMap",hn.state.directionalShadowMap,$t),hn.state.spotShadowMap.length>0&&he.setValue(z,"spotShadowMap",hn.state.spotShadowMap,$t),hn.state.pointShadowMap.length>0&&he.setValue(z,"pointShadowMap",hn.state.pointShadowMap,$t)),J.isSkinnedMesh){he.setOptional(z,J,"bindMatrix"),he.setOptional(z,J,"bindMatrixInverse");let Ie=J.skeleton;Ie&&(Ie.boneTexture===null&&Ie.computeBoneTexture(),he.setValue(z,"boneTexture",Ie.boneTexture,$t))}J.isBatchedMesh&&(he.setOptional(z,J,"batchingTexture"),he.setValue(z,"batchingTexture",J._matricesTexture,$t),he.setOptional(z,J,"batchingIdTexture"),he.setValue(z,"batchingIdTexture",J._indirectTexture,$t),he.setOptional(z,J,"batchingColorTexture"),J._colorsTexture!==null&&he.setValue(z,"batchingColorTexture",J._colorsTexture,$t));let Xn=tt.morphAttributes;if((Xn.position!==void 0||Xn.normal!==void 0||Xn.color!==void 0)&&lt.update(J,tt,un),(zi||Ot.receiveShadow!==J.receiveShadow)&&(Ot.receiveShadow=J.receiveShadow,he.setValue(z,"receiveShadow",J.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&V.environment!==null&&(en.envMapIntensity.value=V.environmentIntensity),en.dfgLUT!==void 0&&(en.dfgLUT.value=PM()),zi){if(he.setValue(z,"toneMappingExposure",P.toneMappingExposure),Ot.needsLights&&_r(en,os),At&&Y.fog===!0&&St.refreshFogUniforms(en,At),St.refreshMaterialUniforms(en,Y,_t,pt,b.state.transmissionRenderTarget[C.id]),Ot.needsLights&&Ot.numLightProbeGrids>0){let Ie=S,fn=0;for(let Un of b.state.lightProbeGridArray)Un.texture!==null&&(Ie.textures[fn]=Un.texture,Ie.min[fn]=Un.boundingBox.min,Ie.max[fn]=Un.boundingBox.max,Ie.resolution[fn]=Un.resolution,fn++);for(let Un in Ie)Ie[Un].length=fn;en.probesSH.value=Ie.textures,en.probesMin.value=Ie.min,en.probesMax.value=Ie.max,en.probesResolution.value=Ie.resolution}oo.upload(z,Es(Ot),en,$t)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(oo.upload(z,Es(Ot),en,$t),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&he.setValue(z,"center",J.center),he.setValue(z,"modelViewMatrix",J.modelViewMatrix),he.setValue(z,"normalMatrix",J.normalMatrix),he.setValue(z,"modelMatrix",J.matrixWorld),Y.uniformsGroups!==void 0){let Ie=Y.uniformsGroups;for(let fn=0,Un=Ie.length;fn<Un;fn++){let Ua=Ie[fn];Wt.update(Ua,un),Wt.bind(Ua,un)}}return un}function _r(C,V){C.ambientLightColor.needsUpdate=V,C.lightProbe.needsUpdate=V,C.sunLights.needsUpdate=V,C.sunLightShadows.needsUpdate=V,C.directionalLights.needsUpdate=V,C.directionalLightShadows.needsUpdate=V,C.pointLights.needsUpdate=V,C.pointLightShadows.needsUpdate=V,C.spotLights.needsUpdate=V,C.spotLightShadows.needsUpdate=V,C.rectAreaLights.needsUpdate=V,C.hemisphereLights.needsUpdate=V}function Ts(C){return C.isMeshLambertMaterial||C.isMeshToonMaterial||C.isMeshPhongMaterial||C.isMeshStandardMaterial||C.isShadowMaterial||C.isShaderMaterial&&C.lights===!0}this.getActiveCubeFace=function(){return $},this.getActiveMipmapLevel=function(){return H},this.getRenderTarget=function(){return dt},this.setRenderTargetTextures=function(C,V,tt){let Y=Ht.get(C);Y.__autoAllocateDepthBuffer=C.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Ht.get(C.texture).__webglTexture=V,Ht.get(C.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:tt,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(C,V){let tt=Ht.get(C);tt.__webglFramebuffer=V,tt.__useDefaultFramebuffer=V===void 0},this.setRenderTarget=function(C,V=0,tt=0){dt=C,$=V,H=tt;let Y=null,J=!1,At=!1;if(C){let Ct=Ht.get(C);if(Ct.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(z.FRAMEBUFFER,Ct.__webglFramebuffer),rt.copy(C.viewport),K.copy(C.scissor),st=C.scissorTest,Et.viewport(rt),Et.scissor(K),Et.setScissorTest(st),Z=-1;return}else if(Ct.__webglFramebuffer===void 0)$t.setupRenderTarget(C);else if(Ct.__hasExternalTextures)$t.rebindTextures(C,Ht.get(C.texture).__webglTexture,Ht.get(C.depthTexture).__webglTexture);else if(C.depthBuffer){let ee=C.depthTexture;if(Ct.__boundDepthTexture!==ee){if(ee!==null&&Ht.has(ee)&&(C.width!==ee.image.width||C.height!==ee.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");$t.setupDepthRenderbuffer(C)}}let Lt=C.texture;(Lt.isData3DTexture||Lt.isDataArrayTexture||Lt.isCompressedArrayTexture)&&(At=!0);let Gt=Ht.get(C).__webglFramebuffer;C.isWebGLCubeRenderTarget?(Array.isArray(Gt[V])?Y=Gt[V][tt]:Y=Gt[V],J=!0):C.samples>0&&$t.useMultisampledRTT(C)===!1?Y=Ht.get(C).__webglMultisampledFramebuffer:Array.isArray(Gt)?Y=Gt[tt]:Y=Gt,rt.copy(C.viewport),K.copy(C.scissor),st=C.scissorTest}else rt.copy(kt).multiplyScalar(_t).floor(),K.copy(ie).multiplyScalar(_t).floor(),st=le;if(tt!==0&&(Y=O),Et.bindFramebuffer(z.FRAMEBUFFER,Y)&&Et.drawBuffers(C,Y),Et.viewport(rt),Et.scissor(K),Et.setScissorTest(st),J){let Ct=Ht.get(C.texture);z.framebufferTexture2D(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_CUBE_MAP_POSITIVE_X+V,Ct.__webglTexture,tt)}else if(At){let Ct=V;for(let Lt=0;Lt<C.textures.length;Lt++){let Gt=Ht.get(C.textures[Lt]);z.framebufferTextureLayer(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0+Lt,Gt.__webglTexture,tt,Ct)}}else if(C!==null&&tt!==0){let Ct=Ht.get(C.texture);z.framebufferTexture2D(z.FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,Ct.__webglTexture,tt)}Z=-1};function xr(C){let V=Ht.get(C);return(V.__readFormat!==C.format||V.__readType!==C.type)&&(V.__readFormat=C.format,V.__readType=C.type,V.__formatReadable=oe.textureFormatReadable(C.format),V.__typeReadable=oe.textureTypeReadable(C.type)),V}this.readRenderTargetPixels=function(C,V,tt,Y,J,At,It,Ct=0){if(!(C&&C.isWebGLRenderTarget)){ne("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Lt=Ht.get(C).__webglFramebuffer;if(C.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt){Et.bindFramebuffer(z.FRAMEBUFFER,Lt);try{let Gt=C.textures[Ct],ee=Gt.format,de=Gt.type;C.textures.length>1&&z.readBuffer(z.COLOR_ATTACHMENT0+Ct);let Vt=xr(Gt);if(Vt.__formatReadable===!1){ne("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Vt.__typeReadable===!1){ne("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}V>=0&&V<=C.width-Y&&tt>=0&&tt<=C.height-J&&z.readPixels(V,tt,Y,J,yt.convert(ee),yt.convert(de),At)}finally{let Gt=dt!==null?Ht.get(dt).__webglFramebuffer:null;Et.bindFramebuffer(z.FRAMEBUFFER,Gt)}}},this.readRenderTargetPixelsAsync=async function(C,V,tt,Y,J,At,It,Ct=0){if(!(C&&C.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Lt=Ht.get(C).__webglFramebuffer;if(C.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt)if(V>=0&&V<=C.width-Y&&tt>=0&&tt<=C.height-J){Et.bindFramebuffer(z.FRAMEBUFFER,Lt);let Gt=C.textures[Ct],ee=Gt.format,de=Gt.type;C.textures.length>1&&z.readBuffer(z.COLOR_ATTACHMENT0+Ct);let Vt=xr(Gt);if(Vt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Vt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pe=z.createBuffer();z.bindBuffer(z.PIXEL_PACK_BUFFER,pe),z.bufferData(z.PIXEL_PACK_BUFFER,At.byteLength,z.STREAM_READ),z.readPixels(V,tt,Y,J,yt.convert(ee),yt.convert(de),0),z.bindBuffer(z.PIXEL_PACK_BUFFER,null);let je=dt!==null?Ht.get(dt).__webglFramebuffer:null;Et.bindFramebuffer(z.FRAMEBUFFER,je);let Re=z.fenceSync(z.SYNC_GPU_COMMANDS_COMPLETE,0);return z.flush(),await wp(z,Re,4),z.bindBuffer(z.PIXEL_PACK_BUFFER,pe),z.getBufferSubData(z.PIXEL_PACK_BUFFER,0,At),z.bindBuffer(z.PIXEL_PACK_BUFFER,null),z.deleteBuffer(pe),z.deleteSync(Re),At}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(C,V=null,tt=0){let Y=Math.pow(2,-tt),J=Math.floor(C.image.width*Y),At=Math.floor(C.image.height*Y),It=V!==null?V.x:0,Ct=V!==null?V.y:0;$t.setTexture2D(C,0),z.copyTexSubImage2D(z.TEXTURE_2D,tt,0,0,It,Ct,J,At),Et.unbindTexture()},this.copyTextureToTexture=function(C,V,tt=null,Y=null,J=0,At=0){let It,Ct,Lt,Gt,ee,de,Vt,pe,je,Re=C.isCompressedTexture?C.mipmaps[At]:C.image;if(tt!==null)It=tt.max.x-tt.min.x,Ct=tt.max.y-tt.min.y,Lt=tt.isBox3?tt.max.z-tt.min.z:1,Gt=tt.min.x,ee=tt.min.y,de=tt.isBox3?tt.min.z:0;else{let he=Math.pow(2,-J);It=Math.floor(Re.width*he),Ct=Math.floor(Re.height*he),C.isDataArrayTexture?Lt=Re.depth:C.isData3DTexture?Lt=Math.floor(Re.depth*he):Lt=1,Gt=0,ee=0,de=0}Y!==null?(Vt=Y.x,pe=Y.y,je=Y.z):(Vt=0,pe=0,je=0);let Pe=yt.convert(V.format),_n=yt.convert(V.type),Ot;V.isData3DTexture?($t.setTexture3D(V,0),Ot=z.TEXTURE_3D):V.isDataArrayTexture||V.isCompressedArrayTexture?($t.setTexture2DArray(V,0),Ot=z.TEXTURE_2D_ARRAY):($t.setTexture2D(V,0),Ot=z.TEXTURE_2D),Et.activeTexture(z.TEXTURE0),Et.pixelStorei(z.UNPACK_FLIP_Y_WEBGL,V.flipY),Et.pixelStorei(z.UNPACK_PREMULTIPLY_ALPHA_WEBGL,V.premultiplyAlpha),Et.pixelStorei(z.UNPACK_ALIGNMENT,V.unpackAlignment);let hn=Et.getParameter(z.UNPACK_ROW_LENGTH),_e=Et.getParameter(z.UNPACK_IMAGE_HEIGHT),rs=Et.getParameter(z.UNPACK_SKIP_PIXELS),un=Et.getParameter(z.UNPACK_SKIP_ROWS),vr=Et.getParameter(z.UNPACK_SKIP_IMAGES);Et.pixelStorei(z.UNPACK_ROW_LENGTH,Re.width),Et.pixelStorei(z.UNPACK_IMAGE_HEIGHT,Re.height),Et.pixelStorei(z.UNPACK_SKIP_PIXELS,Gt),Et.pixelStorei(z.UNPACK_SKIP_ROWS,ee),Et.pixelStorei(z.UNPACK_SKIP_IMAGES,de);let zi=C.isDataArrayTexture||C.isData3DTexture,os=V.isDataArrayTexture||V.isData3DTexture;if(C.isDepthTexture){let he=Ht.get(C),en=Ht.get(V),Xn=Ht.get(he.__renderTarget),Ie=Ht.get(en.__renderTarget);Et.bindFramebuffer(z.READ_FRAMEBUFFER,Xn.__webglFramebuffer),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,Ie.__webglFramebuffer);for(let fn=0;fn<Lt;fn++)zi&&(z.framebufferTextureLayer(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,Ht.get(C).__webglTexture,J,de+fn),z.framebufferTextureLayer(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,Ht.get(V).__webglTexture,At,je+fn)),z.blitFramebuffer(Gt,ee,Gt+It,ee+Ct,Vt,pe,Vt+It,pe+Ct,z.DEPTH_BUFFER_BIT,z.NEAREST);Et.bindFramebuffer(z.READ_FRAMEBUFFER,null),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,null)}else if(J!==0||C.isRenderTargetTexture||Ht.has(C)){let he=Ht.get(C),en=Ht.get(V);Et.bindFramebuffer(z.READ_FRAMEBUFFER,D),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,G);for(let Xn=0;Xn<Lt;Xn++)zi?z.framebufferTextureLayer(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,he.__webglTexture,J,de+Xn):z.framebufferTexture2D(z.READ_FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,he.__webglTexture,J),os?z.framebufferTextureLayer(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,en.__webglTexture,At,je+Xn):z.framebufferTexture2D(z.DRAW_FRAMEBUFFER,z.COLOR_ATTACHMENT0,z.TEXTURE_2D,en.__webglTexture,At),J!==0?z.blitFramebuffer(Gt,ee,Gt+It,ee+Ct,Vt,pe,Vt+It,pe+Ct,z.COLOR_BUFFER_BIT,z.NEAREST):os?z.copyTexSubImage3D(Ot,At,Vt,pe,je+Xn,Gt,ee,It,Ct):z.copyTexSubImage2D(Ot,At,Vt,pe,Gt,ee,It,Ct);Et.bindFramebuffer(z.READ_FRAMEBUFFER,null),Et.bindFramebuffer(z.DRAW_FRAMEBUFFER,null)}else os?C.isDataTexture||C.isData3DTexture?z.texSubImage3D(Ot,At,Vt,pe,je,It,Ct,Lt,Pe,_n,Re.data):V.isCompressedArrayTexture?z.compressedTexSubImage3D(Ot,At,Vt,pe,je,It,Ct,Lt,Pe,Re.data):z.texSubImage3D(Ot,At,Vt,pe,je,It,Ct,Lt,Pe,_n,Re):C.isDataTexture?z.texSubImage2D(z.TEXTURE_2D,At,Vt,pe,It,Ct,Pe,_n,Re.data):C.isCompressedTexture?z.compressedTexSubImage2D(z.TEXTURE_2D,At,Vt,pe,Re.width,Re.height,Pe,Re.data):z.texSubImage2D(z.TEXTURE_2D,At,Vt,pe,It,Ct,Pe,_n,Re);Et.pixelStorei(z.UNPACK_ROW_LENGTH,hn),Et.pixelStorei(z.UNPACK_IMAGE_HEIGHT,_e),Et.pixelStorei(z.UNPACK_SKIP_PIXELS,rs),Et.pixelStorei(z.UNPACK_SKIP_ROWS,un),Et.pixelStorei(z.UNPACK_SKIP_IMAGES,vr),At===0&&V.generateMipmaps===!0&&V.mipmapsAutoUpdate===!0&&z.generateMipmap(Ot),Et.unbindTexture()},this.initRenderTarget=function(C){Ht.get(C).__webglFramebuffer===void 0&&$t.setupRenderTarget(C)},this.initTexture=function(C){C.isCubeTexture?$t.setTextureCube(C,0):C.isData3DTexture?$t.setTexture3D(C,0):C.isDataArrayTexture||C.isCompressedArrayTexture?$t.setTexture2DArray(C,0):$t.setTexture2D(C,0),Et.unbindTexture()},this.resetState=function(){$=0,H=0,dt=null,Et.reset(),wt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return xi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=xe._getDrawingBufferColorSpace(t),e.unpackColorSpace=xe._getUnpackColorSpace()}};var IM=new j(0,1,0),cm=32,kc=Math.tan(cm/360*Math.PI);function hm(){let n=document.createElement("canvas").getContext("webgl2");return n?.getExtension("WEBGL_lose_context")?.loseContext(),!!n}var Bc=class{constructor(t){this.canvas=t,this.renderer=new Uc({canvas:t,antialias:!0,alpha:!0,preserveDrawingBuffer:!0}),this.camera=new Jn(cm,1,.01,30),this.camera.up.set(0,0,1),Object.assign(this,{azimuth:-.7,elevation:.35,distance:1.75,target:[0,0,0]})}set(t){this.robot=t,this.scene=new Jo,this.scene.add(new ca("#ffffff",1.6));for(let[l,c,u,h]of[[1,-1,2,2],[-2,1,1,.8]]){let f=new la("#ffffff",h);f.position.set(l,c,u),this.scene.add(f)}let e=new ha(2,16,Fn("--line"),Fn("--line"));e.rotation.x=Math.PI/2,e.position.z=t.floor,this.scene.add(e);let i=l=>new to({color:ka(l),roughness:.55,metalness:.1}),s=new jr(1,1,1,14),r=new Qr(1,16,12),o=new Set((t.meshes||[]).map(l=>l.body));this.rods=t.lines.map(([l,c,u])=>{let h=new In(s,i(u));return h.visible=!o.has(u),h.thick=u?.008:.003,this.scene.add(h),[l,c,h]});let a=new to({color:Fn("--soft"),roughness:.4});this.balls=t.joints.map(l=>{let c=new In(r,a);return c.scale.setScalar(o.size?.001:.0125),this.scene.add(c),[l,c]}),this.marks(t),this.bodies=new Map;for(let{body:l,points:c,triangles:u}of t.meshes||[]){let h=new zn,f=new Float32Array(u.length*3);if(u.forEach((g,_)=>f.set(c.slice(3*g,3*g+3),3*_)),h.setAttribute("position",new li(f,3)),h.computeVertexNormals(),!this.bodies.has(l)){let g=new $i;g.matrixAutoUpdate=!1,this.bodies.set(l,g),this.scene.add(g)}let d=i(l);d.side=yi,this.bodies.get(l).add(new In(h,d))}}marks(t){let e=o=>new Jr({color:Fn(o)}),i=new jr(1,1,1,8),s=new ia(.02,.003,8,28),r=new Qr(.014,16,12);this.turning=[];for(let[o,a]of t.axes||[]){let l=new In(i,e("--accent"));l.thick=.002,this.scene.add(l),this.rods.push([o,a,l])}for(let o of t.closed||[]){let a=new In(s,e("--bad"));this.scene.add(a),this.turning.push(a),this.balls.push([o,a])}if(typeof t.tool=="number"){let o=new In(r,e("--good"));this.scene.add(o),this.balls.push([t.tool,o])}this.region(t.region||[])}region(t){this.walls&&this.scene.remove(this.walls),this.walls=new $i;for(let e of t){let i=new zn;i.setAttribute("position",new li(new Float32Array(e),3)),this.walls.add(new Zr(i,new ir({color:Fn("--good")})))}this.scene.add(this.walls)}show(t,e){let i=s=>new j(t[3*s],t[3*s+1],t[3*s+2]);for(let[s,r,o]of this.rods){let a=i(s),l=i(r).sub(a),c=l.length();o.position.copy(a).addScaledVector(l,.5),o.scale.set(o.thick,Math.max(c,1e-6),o.thick),c>1e-9&&o.quaternion.copy(new vi().setFromUnitVectors(IM,l.divideScalar(c)))}for(let[s,r]of this.balls)r.position.copy(i(s));for(let[s,r]of this.bodies){let o=e?.[s];o&&r.matrix.copy(new Fe().set(...o,0,0,0,1)),r.matrixWorldNeedsUpdate=!0}this.draw()}draw(){let t=this.canvas.clientWidth||300,e=this.canvas.clientHeight||200;this.renderer.setPixelRatio(Math.min(2,devicePixelRatio||1)),this.renderer.setSize(t,e,!1),this.camera.aspect=t/e;let i=this.distance,s=Math.cos(this.elevation),[r,o,a]=this.target;this.camera.position.set(r-i*s*Math.sin(this.azimuth),o-i*s*Math.cos(this.azimuth),a+i*Math.sin(this.elevation)),this.camera.lookAt(r,o,a),this.camera.updateProjectionMatrix();for(let l of this.turning||[])l.quaternion.copy(this.camera.quaternion);this.renderer.render(this.scene,this.camera)}end(){this.renderer.dispose(),this.renderer.forceContextLoss()}project(t,e,i){let s=new j(t,e,i).project(this.camera);return[(.5+s.x/2)*this.canvas.clientWidth,(.5-s.y/2)*this.canvas.clientHeight]}};var zc=class{constructor(t){Object.assign(this,{canvas:t,pen:t.getContext("2d"),azimuth:-.7,elevation:.35,distance:2.1,target:[0,0,0]})}set(t){this.robot=t}show(t){this.points=t,this.draw()}region(t){this.robot={...this.robot,region:t}}project(t,e,i){let{width:s,height:r}=this.size,o=r/(2*kc*this.distance),[a,l,c]=[t-this.target[0],e-this.target[1],i-this.target[2]],[u,h,f,d]=[Math.cos(this.azimuth),Math.sin(this.azimuth),Math.cos(this.elevation),Math.sin(this.elevation)],g=u*a-h*l,_=h*a+u*l;return[s/2+o*g,r/2-o*(f*c+d*_),f*_-d*c]}draw(){let{canvas:t,pen:e,robot:i,points:s}=this,r=devicePixelRatio||1,o=this.size={width:t.clientWidth||300,height:t.clientHeight||200};t.width=Math.round(o.width*r),t.height=Math.round(o.height*r),e.setTransform(r,0,0,r,0,0),e.lineCap="round";let a=(u,h,f,d)=>{e.strokeStyle=f,e.lineWidth=d,e.beginPath(),e.moveTo(u[0],u[1]),e.lineTo(h[0],h[1]),e.stroke()};for(let u=-4;u<=4;u++)a(this.project(u/8,-.5,i.floor),this.project(u/8,.5,i.floor),Fn("--line"),1),a(this.project(-.5,u/8,i.floor),this.project(.5,u/8,i.floor),Fn("--line"),1);for(let u of i.region||[])for(let h=3;h<u.length;h+=3)a(this.project(...u.slice(h-3,h)),this.project(...u.slice(h,h+3)),Fn("--good"),1.5);let l=[];for(let u=0;u<s.length;u+=3)l.push(this.project(s[u],s[u+1],s[u+2]));let c=i.lines.map(([u,h,f])=>[l[u],l[h],f]);c.sort((u,h)=>h[0][2]+h[1][2]-u[0][2]-u[1][2]);for(let[u,h,f]of c)a(u,h,ka(f),f?4.5:2);for(let[u,h]of i.axes||[])a(l[u],l[h],Fn("--accent"),1.2);e.strokeStyle=Fn("--soft"),e.fillStyle=Fn("--paper");for(let u of i.joints)e.beginPath(),e.arc(l[u][0],l[u][1],3.5,0,7),e.fill(),e.stroke()}};var um=null,Vc=new Set,fm=14,LM=6.6,NM=1.12;function DM(){for(let n of Vc)n.canvas.isConnected||(Vc.delete(n),n.view.end?.())}var Vu=()=>Vc.forEach(n=>n.recolour()),Xs=class{constructor(t,e,i=[],s=e.points){um??=hm(),DM(),Vc.add(this),this.canvas=t.querySelector("canvas"),this.view=new(um?Bc:zc)(this.canvas),this.view.set(e),this.frames=s,this.robot=e,this.corners=dm(e),this.names=i.map(([r,o])=>[r,E("span",{class:"joint-name"},o),o.length]),t.querySelector(".joint-names")?.remove(),i.length&&t.append(E("div",{class:"joint-names"},this.names.map(([,r])=>r))),this.listen(),new ResizeObserver(()=>{this.fit(),this.again()}).observe(this.canvas),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>this.recolour()),this.fit()}fit(){let{view:t}=this,e=(this.canvas.clientWidth||300)/(this.canvas.clientHeight||200),[i,s,r,o]=[Math.cos(t.azimuth),Math.sin(t.azimuth),Math.cos(t.elevation),Math.sin(t.elevation)],a=[],l=(_,p,m)=>{let v=s*_+i*p;a.push([i*_-s*p,r*m+o*v,r*v-o*m])};for(let _ of this.frames||[])for(let p=0;p<_.length;p+=3)l(_[p],_[p+1],_[p+2]);for(let _ of this.corners)l(..._);if(!a.length)return;let c=[0,1,2].map(_=>{let p=a.map(m=>m[_]);return[p.reduce((m,v)=>Math.min(m,v)),p.reduce((m,v)=>Math.max(m,v))]}),[u,h,f]=c.map(([_,p])=>(_+p)/2),d=o*h+r*f;t.target=[i*u+s*d,i*d-s*u,r*h-o*f];let g=([_,p,m])=>NM*Math.max(Math.abs(p-h),Math.abs(_-u)/e)/kc-(m-f);t.distance=Math.max(.2,a.reduce((_,p)=>Math.max(_,g(p)),0))}show(t,e){Object.assign(this,{points:t,poses:e}),this.view.show(t,e),this.label(t)}region(t,e=!1){this.robot={...this.robot,region:t},this.view.region(t),this.corners=dm(this.robot),e&&this.fit(),this.again()}label(t){let e=[];for(let[i,s,r]of this.names){let[o,a]=this.view.project(t[3*i],t[3*i+1],t[3*i+2]),l=r*LM,c=()=>e.find(([u,h,f])=>Math.abs(h-a)<fm-.5&&o<u+f&&u<o+l);for(let u=c();u;u=c())a=u[1]+fm;e.push([o,a,l]),s.style.transform=`translate(${o.toFixed(1)}px, ${a.toFixed(1)}px)`}}recolour(){this.view.set(this.robot),this.again()}again(){this.points&&this.show(this.points,this.poses)}listen(){let t=null;this.canvas.addEventListener("pointerdown",e=>{t=[e.clientX,e.clientY],this.canvas.setPointerCapture(e.pointerId)}),this.canvas.addEventListener("pointermove",e=>{t&&(this.view.azimuth+=.01*(e.clientX-t[0]),this.view.elevation=Math.max(-1.5,Math.min(1.5,this.view.elevation+.01*(e.clientY-t[1]))),t=[e.clientX,e.clientY],this.again())});for(let e of["pointerup","pointercancel"])this.canvas.addEventListener(e,()=>{t=null});this.canvas.addEventListener("wheel",e=>{!e.ctrlKey&&!this.canvas.closest(".studio .big")||(e.preventDefault(),this.view.distance=Math.max(.3,Math.min(9,this.view.distance*Math.exp(.001*e.deltaY))),this.again())},{passive:!1})}};function dm(n){let t=[];for(let{body:e,points:i}of n.meshes||[]){let s=n.poses?.[e]?.[0];if(!s)continue;let r=[0,1,2].map(o=>{let a=i.filter((l,c)=>c%3===o);return[a.reduce((l,c)=>Math.min(l,c)),a.reduce((l,c)=>Math.max(l,c))]});for(let o=0;o<8;o++){let[a,l,c]=r.map((u,h)=>u[o>>h&1]);t.push([0,4,8].map(u=>s[u]*a+s[u+1]*l+s[u+2]*c+s[u+3]))}}for(let e of n.region||[])for(let i=0;i<e.length;i+=3)t.push(e.slice(i,i+3));return t}function Gc(n,t=Ba(n)){let e=new Xs(n,t,t.names||[]),i=n.querySelector("button"),s=n.querySelector("input"),r=n.querySelector("output"),{times:o,points:a}=t,l=a.length,c=o[0],u=o[l-1]-c||1,h=c,f=!1,d=0;function g(A,S){let R=0,b=l-1;for(;b-R>1;){let w=R+b>>1;o[w]<=S?R=w:b=w}if(l<2)return A[0];let x=Math.min(1,Math.max(0,(S-o[R])/(o[b]-o[R]||1)));return A[R].map((w,B)=>w+x*(A[b][B]-w))}function _(A){if(t.poses)return Object.fromEntries(Object.entries(t.poses).map(([S,R])=>[S,g(R,A)]))}function p(A=!0){e.show(g(a,h),_(h)),s.value=String(Math.round(1e3*(h-c)/u)),r.textContent=`${h.toFixed(1)} s`,A&&t.clock&&Is.tell(t.clock,h,e)}function m(A){!f||!n.isConnected||(h=c+(h-c+Math.min(.1,(A-d)/1e3))%u,d=A,p(),requestAnimationFrame(m))}function v(A){f=A,i.textContent=f?"Pause":"Play",f&&(d=performance.now(),requestAnimationFrame(m))}return i.addEventListener("click",()=>v(!f)),s.addEventListener("input",()=>{v(!1),h=c+u*s.value/1e3,p()}),Is.hear(({name:A,t:S,from:R})=>{A!==t.clock||R===e||!A||!n.isConnected||f||(h=Math.max(c,Math.min(c+u,S)),p(!1))}),p(!1),e}var pm=n=>{let t=n.textContent.trim(),e=t.replace("−","-").replace("∞","Infinity"),i=Number(e.match(/^-?[\d.]+(e[-+]?\d+)?|^-?Infinity/i)?.[0]??NaN);return Number.isNaN(i)||n.classList.contains("name")?t:i};function UM(n,t){return typeof n=="number"&&typeof t=="number"?n-t:typeof n!=typeof t?typeof n=="number"?-1:1:n.localeCompare(t,"en",{numeric:!0})}function FM(n){let t=e=>[...e.cells].map(i=>{let s=(i.dataset.title||i.textContent).trim().replaceAll("−","-"),r=/^[=+@]/.test(s)?`'${s}`:s;return/[",\n]/.test(r)?`"${r.replaceAll('"','""')}"`:r}).join(",");return[...n.rows].map(t).join(`
`)+`
`}function mm(n){let t=n.tBodies[0],e=[...n.tHead?.rows[0]?.cells||[]];if(!t||t.rows.length<3||n.dataset.dressed)return;n.dataset.dressed="yes",e.forEach((r,o)=>{r.dataset.title=r.textContent,r.tabIndex=0,r.setAttribute("role","button");let a=()=>{let l=r.getAttribute("aria-sort")==="ascending";e.forEach(h=>h.removeAttribute("aria-sort")),r.setAttribute("aria-sort",l?"descending":"ascending");let c=[...t.rows].filter(h=>!h.classList.contains("total")),u=[...t.rows].filter(h=>h.classList.contains("total"));c.sort((h,f)=>(l?-1:1)*UM(pm(h.cells[o]),pm(f.cells[o]))),t.append(...c,...u)};r.addEventListener("click",a),r.addEventListener("keydown",l=>{l.key==="Enter"&&a()})});let s=`${(n.closest("details")?.querySelector("summary")?.textContent||n.closest("section")?.querySelector("h2")?.textContent||"table").toLowerCase().replace(/[^a-z0-9]+/g,"_").replace(/^_|_$/g,"")}.csv`;n.parentElement.append(E("button",{type:"button",class:"small csv",onclick:()=>nd(s,FM(n))},"CSV"))}var Hc=new WeakMap;function Gu(n){Hc.has(n)||Hc.set(n,new Rr(n.querySelector(".canvas"),Ba(n)))}function OM(n){let t=window.requestIdleCallback||(i=>setTimeout(i,50)),e=()=>{let i=n.find(s=>!Hc.has(s)&&s.isConnected);i&&(Gu(i),t(e))};t(e)}function Ss(n){let t=new IntersectionObserver(i=>{for(let s of i)s.isIntersecting&&(t.unobserve(s.target),Gu(s.target))},{rootMargin:"400px"}),e=[...n.querySelectorAll(".plot")];e.forEach(i=>t.observe(i)),OM(e),n.querySelectorAll(".picture").forEach(i=>{i.dataset.alive||(i.dataset.alive="yes",Gc(i))}),n.querySelectorAll("table").forEach(mm)}function gm(){let n=[];addEventListener("beforeprint",()=>{n=[...document.querySelectorAll("details:not([open])")],n.forEach(t=>{t.open=!0}),document.documentElement.classList.add("light"),Vu(),document.querySelectorAll(".plot").forEach(t=>{Gu(t),Hc.get(t).draw()})}),addEventListener("afterprint",()=>{document.documentElement.classList.remove("light"),Vu(),n.forEach(t=>{t.open=!1})})}var _m=".",xm=n=>{_m=n},Ln=n=>`${_m}/${n}`;async function Hu(n){let t=null;try{t=await n.json()}catch{}if(n.ok&&t!==null)return t;throw Object.assign(new Error(t?.error||`the studio answered ${n.status}`),{exists:t?.exists})}var Wu=()=>{throw new Error("the studio does not answer: is it still running? Start it again with 'dynid studio' and open the address that it prints.")},rn=(n,t={})=>fetch(Ln(`api/${n}${Object.keys(t).length?`?${new URLSearchParams(t)}`:""}`)).catch(Wu).then(Hu),Qi=(n,t={})=>fetch(Ln(`api/${n}`),{method:"POST",body:JSON.stringify(t)}).catch(Wu).then(Hu),vm=(n,t=!1)=>fetch(Ln(`api/upload?${new URLSearchParams({name:n.name,replace:t?"1":"0"})}`),{method:"POST",body:n}).catch(Wu).then(Hu);var Xu=new Set,ht={state:null,jobs:[],options:{}};function ym(n){return Xu.add(n),()=>Xu.delete(n)}var cr=n=>Xu.forEach(t=>t(n));async function wa(){let n=await rn("state"),t=JSON.stringify(n)!==JSON.stringify(ht.state);return ht.state=n,ht.jobs=n.jobs,t&&cr("state"),n}async function Ze(n,t={}){let{state:e,said:i}=await Qi(n,t);return ht.state=e,ht.jobs=e.jobs,cr("state"),i}var Gn=n=>Ze("project",n);async function Nn(n,t={}){let e=await Qi("jobs",{verb:n,...t});return ht.jobs=[e,...ht.jobs.filter(i=>i.id!==e.id)],cr("jobs"),e}var Wc=(n,t=()=>!0)=>ht.jobs.find(e=>e.verb===n&&t(e))||null;function Sm(){let n=new EventSource(Ln("api/events"));n.onmessage=async t=>{let e=new Map(ht.jobs.map(a=>[a.id,a.state])),{jobs:i,mark:s}=JSON.parse(t.data),r=ht.mark&&ht.mark!==s;Object.assign(ht,{jobs:i,mark:s});let o=ht.jobs.some(a=>e.get(a.id)!==a.state&&a.state==="done");cr("jobs"),(o||r)&&await wa().catch(()=>{})},n.onerror=()=>cr("lost"),n.onopen=()=>cr("found"),addEventListener("focus",()=>wa().catch(()=>cr("lost")))}var ae=(n,t,e="")=>E("button",{type:"button",class:e,onclick:t},n);function Hn(){let n=E("div",{class:"message",role:"alert",hidden:!0});return[n,(e,...i)=>{n.hidden=!e,n.replaceChildren(e,...i)}]}async function Xt(n,t){try{return n(""),await t()}catch(e){return n(e.message),null}}var De=(n,t,e="")=>E("label",{class:"field"},E("span",{},n),t,e?E("small",{},e):null),Ke=(n,t,e={})=>{let i=E("select",e,n.map(s=>{let[r,o]=Array.isArray(s)?s:[s,s];return E("option",{value:r,selected:r===t},o)}));return i.value=t,i};function Ea(n,t){let e=n.map((s,r)=>t.length>0&&t.every(o=>typeof o[r]=="number"||o[r]===null)),i=s=>s==null?"–":typeof s=="number"?String(Number(s.toPrecision(4))).replace("-","−"):s;return E("div",{class:"table",tabindex:0},E("table",{},E("thead",{},E("tr",{},n.map((s,r)=>E(s?"th":"td",{class:e[r]?"number":""},s)))),E("tbody",{},t.map(s=>E("tr",{},s.map((r,o)=>E("td",{class:e[o]?"number":"name"},i(r))))))))}var BM={certain:"bad",likely:"usable",possible:"good"};function Xc(n){return n.length?E("ul",{class:"findings"},n.map(t=>E("li",{class:BM[t.certainty]||"usable"},E("span",{class:"mark"},t.certainty==="certain"?"✕":"!"),E("div",{},E("p",{},E("b",{},`${t.kind} (${t.certainty})`),` ${t.where}`),E("p",{class:"soft"},t.evidence),t.repair?E("p",{class:"soft"},E("b",{},"What to do: "),t.repair):null)))):E("p",{class:"fine"},"✓ nothing found")}function bm(n){let t=[...new Set(n.stages.map(s=>s.stage))],e=[...n.plan,...t.filter(s=>!n.plan.includes(s))],i=e.indexOf(t.at(-1));return e.map((s,r)=>E("li",{class:r<i?"over":r===i?"now":""},r<i?`✓ ${s}`:s))}var wm=n=>{if(n.state!=="running")return`${n.seconds} s`;let t=n.stages.at(-1)?.detail,e=ht.jobs.find(s=>s.state==="done"&&s.verb===n.verb),i=e&&Math.round(e.seconds-n.seconds);return[t,`${n.seconds} s`,i>0?`about ${i} s left`:""].filter(Boolean).join(", ")};function ts(n,t,e=()=>[]){let i=t.map(s=>`${s.id} ${s.state}`).join();if(n.dataset.jobs===i){for(let s of t){let r=n.querySelector(`[data-job="${s.id}"]`);r.querySelector(".stage").textContent=wm(s),r.querySelector(".stages")?.replaceChildren(...bm(s))}return}n.dataset.jobs=i,n.replaceChildren(...t.flatMap(s=>[lo(s),...e(s)]))}var Mm={identify:"Identifying",demo:"Simulating the example",check:"Checking",design:"Designing a motion",validate:"Validating",payload:"Estimating the payload",export:"Exporting",sim2real:"Identifying the simulator",calibrate:"Calibrating",expect:"Writing what is expected",test:"Testing a log",diff:"Comparing"},kM={waiting:"waiting for another job to end",done:"done",failed:"failed",cancelled:"cancelled",stopped:"stopped when the studio ended"},zM=n=>n.state==="running"?`${Mm[n.verb]||n.verb} …`:`${Mm[n.verb]||n.verb}: ${kM[n.state]}`;function lo(n){let t=n.state==="running",e=t||n.state==="waiting";return E("div",{class:`job ${n.state}`,"data-job":n.id},E("div",{class:"job-head"},t?E("span",{class:"spinner"}):null,E("b",{},zM(n)),t?E("ol",{class:"stages"},bm(n)):null,E("span",{class:"soft stage"},wm(n)),e?ae("Cancel",()=>Qi(`jobs/${n.id}/cancel`).catch(()=>{}),"small"):null,["stopped","failed","cancelled"].includes(n.state)?ae("Start again",()=>Qi(`jobs/${n.id}/again`).catch(()=>{}),"small"):null),E("code",{class:"command"},n.command),n.state==="failed"?E("p",{class:"message"},n.said||"the job ended without a result"):null)}var VM=n=>typeof n=="object"?JSON.stringify(n):String(n),qu=n=>n.in_project?ht.state.project[n.name]:void 0,Em=n=>VM(qu(n)??n.default??"");function GM(n){let t={"aria-label":n.label,title:`${n.help} ${n.details}`.trim()};if(n.type==="yes or no")return n.now=qu(n)??n.default,E("input",{type:"checkbox",checked:n.now,...t});if(n.choices.length&&!n.unit&&!/number|list/.test(n.type)){let e=Em(n),i=qu(n)===void 0?"default":"dynid.yaml";return Ke([["",e&&`${e} (${i})`],...n.choices],"",t)}return E("input",{placeholder:Em(n)||n.example,size:12,...t})}function Ms(n,t=[]){let e=(ht.options?.[n]||[]).filter(a=>!t.includes(a.name)),i=new Map,s=new Set;for(let a of e)a.label=a.name.replaceAll("_"," "),i.set(a.name,[a,GM(a)]);let r=a=>{let[l,c]=i.get(a);return s.add(a),De(l.unit?`${l.label} [${l.unit}]`:l.label,c)},o=(a,l)=>{if(l.type==="checkbox")return l.checked===a.now?"":l.checked;let c=l.value.trim();return a.several&&c?c.split(";").map(u=>u.trim()):c};return{field:a=>i.has(a)?r(a):null,others:()=>{let a=[...i.keys()].filter(l=>!s.has(l));return a.length?E("details",{},E("summary",{},"All options"),a.map(r)):null},values:()=>Object.fromEntries([...i].map(([a,[l,c]])=>[a,o(l,c)]).filter(([,a])=>a!==""))}}var Tm={consistent:"All parameters, every body physically consistent: for simulation and control. The default.",wls:"Base parameters by weighted least squares: joints differ in noise.",huber:"As wls, but samples that are far off (collisions, dropouts) count less.",ols:"Ordinary least squares, the textbook reference: all joints count alike.",separable:"Base parameters with the constants of friction curves (Stribeck, smooth): slow motion with reversals."},HM={irls:"Samples that are far off are left out (Tukey's biweight).",l1:"Least absolute errors, for many samples that are off; up to some 100,000 rows.",ridge:"Shrunk towards a prior where the motion excites too little.",dls:"Damped least squares, as a reference; it depends on the units.",tsvd:"Only the directions that the motion identifies.",tls:"Accelerations are as noisy as torques.",rls:"Recursive along time: a load or friction changes during the log.",stepwise:"Fewer parameters, until the bodies are consistent.",swarm:"Particle swarm with bounds, to compare.","per-body":"Body by body, where every joint has a six-axis sensor."};function WM(n){let t=(ht.options.identify||[]).find(o=>o.name==="method")?.choices||[],e=n||"consistent",i=(o,a)=>E("label",{},E("input",{type:"radio",name:"method",value:o,checked:o===e,"aria-label":`method ${o}`}),E("b",{},o),E("span",{},a)),s=t.filter(o=>!(o in Tm)),r=E("fieldset",{class:"estimators"},E("legend",{},"Estimator"),Object.entries(Tm).map(([o,a])=>i(o,a)),E("details",{open:s.includes(e)},E("summary",{},`${s.length} more`),s.map(o=>i(o,HM[o]||""))));return{node:r,values:()=>{let o=r.querySelector("input:checked")?.value;return o&&o!==e?{method:o}:{}}}}function Am(n){let[t,e]=Hn(),i=E("div",{}),{project:s,usual:r}=ht.state||{project:{},usual:[]},o=Ms("identify",["effects","method"]),a=(ht.options.identify||[]).find(v=>v.name==="effects"),l=Ke([["",s.effects?"as in dynid.yaml":"selected from the logs"],...s.effects?[["auto","selected from the logs"]]:[],["own","chosen here"]],"",{"aria-label":"effects",onchange:()=>{u.hidden=l.value!=="own"}}),c=(a?.choices||[]).filter(v=>!["auto","none"].includes(v)).map(v=>[v,E("input",{type:"checkbox",checked:r.includes(v)})]),u=E("div",{class:"checks",hidden:!0},c.map(([v,A])=>E("label",{},A,v.replaceAll("_"," ")))),h=WM(s.method),f=E("input",{placeholder:"run1, run2, …",size:14,"aria-label":"name of the run"}),d=null,g=ae("Identify",()=>Xt(e,async()=>{let v=c.filter(([,S])=>S.checked).map(([S])=>S),A={...o.values(),...h.values()};l.value&&(A.effects=l.value==="own"?v.join(",")||"none":l.value),d=(await Nn("identify",{name:f.value.trim(),options:A})).id}),"primary"),_=s.logs||[],p=_.map(v=>typeof v=="string"?v:v.file||JSON.stringify(v)).join(", ");n.append(t,E("section",{},E("h2",{},"Identify"),E("p",{},_.length?`Training: ${p}. ${s.test?.length?`Validation: ${s.test.map(v=>v.file||v).join(", ")}.`:"No log for validation: choose one under Logs, or drop another motion."}`:"No log is selected yet: drop one on this page, or select it under Logs."),De("effects",l),u,h.node,["cutoff","between"].map(o.field),De("name of the run",f),o.others(),E("div",{class:"row"},g)),i),_.length||(g.disabled=!0);function m(){let v=d?ht.jobs.find(S=>S.id===d):Wc("identify");if(!v)return;let A=`#/runs/${encodeURIComponent(v.output.split("/").pop())}`;ts(i,[v],({state:S})=>S==="done"?[E("a",{href:A},"Show the result")]:[]),d&&v.state==="done"&&(d=null,location.hash=A)}return m(),{jobs:m,shows:"identify"}}var Rm={"":[],box:["x","y","z","length","width","height"],sphere:["x","y","z","radius"],cylinder:["x","y","z","radius","height"]},Ta=["x","y","z"],qs=n=>Number(n.toFixed(3));function Cm(n,t){let e=Ta.map(s=>t[s]);if(n==="sphere")return{sphere:{center:e,radius:t.radius}};if(n==="cylinder")return{cylinder:{center:e,radius:t.radius,height:t.height}};if(n!=="box")return null;let i=[t.length,t.width,t.height];return{box:{lower:e.map((s,r)=>qs(s-i[r]/2)),upper:e.map((s,r)=>qs(s+i[r]/2))}}}function XM(n,t,e){let i={x:t[0],y:t[1],z:t[2],radius:.25,length:.4,width:.4,height:.3};for(let u of["radius","length","width","height"])i[u]=qs(i[u]*e);let[s,r]=Object.entries(n||{})[0]||["",{}];if(!(s in Rm))return["",i];let o=r.center||(r.lower?r.lower.map((u,h)=>(u+r.upper[h])/2):t),a=r.lower?r.lower.map((u,h)=>r.upper[h]-u):[],l={radius:r.radius,length:a[0],width:a[1],height:r.height??a[2]},c=Object.fromEntries(Object.entries(l).filter(([,u])=>u!==void 0));return[s,{...i,...Object.fromEntries(Ta.map((u,h)=>[u,qs(o[h])])),...c}]}async function Pm(n,t,e){let i=await Xt(e,()=>rn("robot"));if(!i?.scene)return n.replaceChildren();n.replaceChildren(E("canvas",{role:"img","aria-label":"the robot and the workspace of its tool"}));let s=new Xs(n,i.scene,i.scene.names),r=Object.fromEntries(Object.entries(i.scene.poses).map(([p,m])=>[p,m[0]]));s.show(i.scene.points[0],r);let o=i.scene.size,[a,l]=XM(ht.state.project.workspace,i.at,o),c=E("div",{}),u=Ke([["","the whole workspace"],"box",["sphere","ball"],["cylinder","cylinder"]],a,{"aria-label":"workspace",onchange:()=>{a=u.value,_(),d(!0),g()}}),h=!1,f=!1;async function d(p=!1){if(h){f=!0;return}h=!0;let m=await Xt(e,()=>Qi("region",{workspace:Cm(a,l)}));m&&s.region(m.region,p),h=!1,f&&(f=!1,d(p))}let g=()=>Xt(e,()=>Gn({workspace:Cm(a,l)}));function _(){c.replaceChildren(...Rm[a].map(p=>{let m=Ta.includes(p),v=E("output",{},`${l[p]} m`),A=E("input",{type:"range",min:qs(m?i.at[Ta.indexOf(p)]-o:.02*o),max:qs(m?i.at[Ta.indexOf(p)]+o:1.5*o),step:.005,value:l[p],"aria-label":`${p} of the workspace`,oninput:()=>{l[p]=Number(A.value),v.textContent=`${l[p]} m`,d()},onchange:g});return E("label",{class:"slider"},E("span",{},m?`middle ${p}`:p),A,v)}))}_(),t.replaceChildren(De("Keep the tool in",u),c)}async function qc(n,t,e){if(n.verb==="diff")return YM(n,t);if(["sim2real","calibrate","test"].includes(n.verb))return qM(n,t);if(n.verb==="export")return E("div",{},E("p",{},n.options.format!=="c"?E("a",{href:Ln(`files/${n.output}`)},`Save ${n.output}`):`Written into the folder ${n.output}.`),E("ul",{class:"notes"},t.notes.map(s=>E("li",{},s))));let i=await e(n.output);return E("div",{},i,E("p",{class:"row"},E("a",{href:Ln(`files/${n.output}`),target:"_blank",rel:"noopener"},"Show as a page"),E("a",{href:Ln(`files/${n.output}?save=1`)},"Save the page")))}async function qM(n,t){let e=n.verb==="test"?[]:(await rn("folder",{name:n.output})).files;return E("div",{},E("pre",{class:"printed",tabindex:0},t.text),E("p",{class:"row"},e.map(i=>E("a",{href:Ln(`files/${n.output}/${i}`),target:"_blank",rel:"noopener"},i))))}var $M=n=>n.split("/").pop();function YM(n,t){let[e,i]=n.results.map($M),s=o=>Math.abs(o.difference)/(o.threshold??1/0),r=[...t.parameters].sort((o,a)=>a.changed-o.changed||s(a)-s(o));return E("div",{},E("h2",{},`From ${e} to ${i}`),E("p",{},E("b",{},t.verdict)),t.circumstances.length?E("ul",{},t.circumstances.map(o=>E("li",{},o))):null,E("h3",{},"Unexplained training torque [%]"),Ea(["joint",e,i],Object.entries(t.errors||{}).map(([o,[a,l]])=>[o,a,l])),E("h3",{},"Parameters, largest changes first"),Ea(["parameter",e,i,"difference","* beyond",""],r.map(o=>[o.name,o.first,o.second,o.difference,o.threshold,o.changed?"* changed":""])),[...t.only_first.map(o=>[o,e]),...t.only_second.map(o=>[o,i])].length?E("p",{class:"soft"},t.only_first.length?`Only in ${e}: ${t.only_first.join(", ")}. `:"",t.only_second.length?`Only in ${i}: ${t.only_second.join(", ")}.`:""):null,t.notes.map(o=>E("p",{class:"soft"},o)))}async function co(n){await Ze("choose",{name:n});let{logs:t,project:e}=ht.state;return t.length&&!e.logs?.length&&await Ze("add",{names:t.slice(0,2),roles:!0}),n}var es=n=>ht.state.notes[n]?.note||"";function ho(n,t,e=()=>{},...i){let s=n.split("/").pop(),r=E("input",{value:s,"aria-label":`name of ${s}`,onchange:()=>Xt(t,async()=>e(await Ze("rename",{path:n,name:r.value.trim()}))).then(a=>{a===null&&(r.value=s)})}),o=E("input",{value:es(n),"aria-label":`note on ${s}`,onchange:()=>Xt(t,()=>Ze("annotate",{path:n,note:o.value.trim()}))});return E("details",{class:"more"},E("summary",{"aria-label":`more about ${s}`,title:"Rename, note, remove"},"⋯"),E("div",{},De("Name",r),De("Note",o),i,ae("Remove",()=>Xt(t,async()=>{await Ze("remove",{path:n}),e("")})),E("small",{class:"soft"},"Removed files go into the bin: see Project.")))}var JM={good:"good",usable:"usable"},$u=n=>Number.isFinite(n)?`${n.toPrecision(3)} %`:"–",Yu=[["run",n=>n.name],["verdict",n=>["good","usable"].indexOf(n.verdict)+1||9],["held-out error",n=>n.errors?.held_out??1/0],["robot file → identified",n=>n.errors?.shipped??1/0],["effects",n=>n.effects||""],["method",n=>n.method||""],["logs",n=>(n.logs||[]).join(" ")],["date",n=>n.date||0],["note",n=>es(`runs/${n.name}`)]],ui={by:"date",down:!0,text:""};function Im(n,t,e,i){let s=u=>!!ht.state.notes[`runs/${u.name}`]?.pinned,r=E("tbody",{}),o=Yu.map(([u])=>{let h=E("th",{tabindex:0,"aria-sort":ui.by===u?ui.down?"descending":"ascending":"none"},u),f=()=>{ui.down=ui.by===u?!ui.down:!1,ui.by=u,o.forEach((d,g)=>d.setAttribute("aria-sort",Yu[g][0]===ui.by?ui.down?"descending":"ascending":"none")),c()};return h.addEventListener("click",f),h.addEventListener("keydown",d=>d.key==="Enter"&&f()),h}),a=E("input",{type:"search",value:ui.text,placeholder:"filter: name, effect, log, note …","aria-label":"filter runs",oninput:()=>{ui.text=a.value,c()}});function l(u){let h=`runs/${u.name}`,{errors:f={}}=u,d=f.held_out??f.training,g=E("button",{type:"button",class:"link pin","aria-pressed":String(s(u)),"aria-label":`pin ${u.name}`,title:"Pinned runs stand first",onclick:()=>Xt(e,()=>Ze("annotate",{path:h,pinned:!s(u)}))},s(u)?"★":"☆"),_=E("input",{type:"checkbox",checked:t.has(u.name),"aria-label":`compare ${u.name}`,onchange:()=>{t[_.checked?"add":"delete"](u.name),i()}}),p=Number.isFinite(f.held_out);return E("tr",{class:u.name===n?"file here":"file"},E("td",{},_,g),E("td",{class:"name"},E("a",{href:`#/runs/${encodeURIComponent(u.name)}`},u.name)),E("td",{},E("span",{class:`word ${JM[u.verdict]||"bad"}`},u.verdict||"–")),E("td",{class:"number"},p?$u(f.held_out):"no held-out log"),E("td",{class:"number"},`${$u(f.shipped)} → ${$u(d)}`),E("td",{},u.effects||"none"),E("td",{},u.method||""),E("td",{},(u.logs||[]).map(m=>m.split("/").pop()).join(" ")),E("td",{},u.date?new Date(1e3*u.date).toLocaleString():""),E("td",{},es(h)),E("td",{},ho(h,e,m=>{u.name===n&&(location.hash=`#/runs/${encodeURIComponent(m.split("/").pop())}`)})))}function c(){let[,u]=Yu.find(([_])=>_===ui.by),h=ui.text.toLowerCase().split(/\s+/).filter(Boolean),f=_=>[_.name,_.verdict,_.effects,_.method,..._.logs||[],es(`runs/${_.name}`)].join(" ").toLowerCase(),d=(_,p)=>u(_)<u(p)?-1:u(_)>u(p)?1:0,g=ht.state.runs.filter(_=>h.every(p=>f(_).includes(p))).sort((_,p)=>s(p)-s(_)||(ui.down?d(p,_):d(_,p)));r.replaceChildren(...g.map(l))}return c(),E("div",{},E("div",{class:"bar"},E("h2",{},"Runs"),a),E("div",{class:"table",tabindex:0},E("table",{class:"runs"},E("thead",{},E("tr",{},E("th",{},E("span",{class:"hidden"},"compare, pin")),o,E("th",{},E("span",{class:"hidden"},"more")))),r)))}function Lm(n,t){let e=l=>n[l],i=new Map;t.forEach((l,c)=>l.parameters.forEach(u=>{i.has(u.name)||i.set(u.name,[]),i.get(u.name)[c]=u}));let s=l=>String(Number(l.toPrecision(4))).replace("-","−"),r=l=>l?`${s(l.value)}${l.half===null?"":` ± ${Number(l.half.toPrecision(2))}`}`:"–",o=l=>{let c=l.filter(u=>u&&u.half!==null);return c.some(u=>c.some(h=>Math.abs(u.value-h.value)>u.half+h.half))},a=[...i].sort(([,l],[,c])=>o(c)-o(l));return E("div",{class:"table",tabindex:0},E("table",{class:"compared"},E("thead",{},E("tr",{},E("th",{},"parameter"),n.map((l,c)=>E("th",{class:"number"},e(c))),E("td",{}))),E("tbody",{},a.map(([l,c])=>E("tr",{},E("td",{class:"name"},l),n.map((u,h)=>E("td",{class:"number"},r(c[h]))),E("td",{},o(c)?"differ":""))))))}var Ju={t:["time",["s","ms","us","ns"]],q:["positions",["rad","deg"]],qd:["velocities",["rad/s","deg/s","rpm"]],tau:["torques",["Nm","mNm","Ncm"]],current:["motor currents",["A","mA"]]},ZM={t:"t",q:"q_{joint}",qd:"qd_{joint}",tau:"tau_{joint}",current:"current_{joint}"},Nm=n=>n!==null&&typeof n=="object"&&!["current","voltage","counts"].some(t=>t in n);function Dm(n,t){return Nm(n?.[t])?n[t]:Object.fromEntries(Object.entries(n||{}).filter(([,e])=>!Nm(e)))}function Um(n,t,e){let{project:i}=ht.state,s=Dm(i.columns,n),r=Dm(i.units,n),o=h=>Gn({columns:{...ht.state.project.columns,[n]:h.columns},units:{...ht.state.project.units,[n]:h.units}}),a=Object.entries(Ju).map(([h,[f,d]])=>{let g=E("input",{value:s[h]??"",placeholder:t.columns[h]||ZM[h],list:"columns","aria-label":`column of ${f}`}),_=Ke([["",d[0]],...d.slice(1).map(p=>[p,p])],String(r[h]??""),{"aria-label":`unit of ${f}`});return r[h]&&!d.includes(r[h])&&(_.append(E("option",{value:r[h]},String(r[h]))),_.value=r[h]),[h,f,g,_]}),l=(h,f)=>Object.fromEntries(Object.entries(h).filter(([d])=>!(d in f))),c=()=>Xt(e,()=>o({columns:{...l(s,Ju),...Object.fromEntries(a.map(([h,,f])=>[h,f.value.trim()]).filter(([,h])=>h))},units:{...l(r,Ju),...Object.fromEntries(a.map(([h,,,f])=>[h,f.value]).filter(([,h])=>h))}})),u=()=>Xt(e,()=>o(t));return E("details",{class:"mapping"},E("summary",{},"Columns and units of this log"),E("p",{class:"soft"},"{joint} means the name of a joint, {j} its number. Columns in the file: ",t.names.slice(0,40).join(", "),t.names.length>40?", …":""),E("datalist",{id:"columns"},t.names.map(h=>E("option",{value:h}))),Ea(["what","column","unit"],a.map(([,h,f,d])=>[h,f,d])),t.remarks.length?E("ul",{},t.remarks.map(h=>E("li",{},h))):null,E("div",{class:"row"},ae("Set",c,"primary"),ae("As guessed",u)))}var Zu=n=>typeof n=="string"?n:n.file,uo=n=>(n||[]).map(Zu).filter(Boolean),KM=n=>uo(ht.state.project.logs).includes(n)?"train":uo(ht.state.project.test).includes(n)?"test":"";function jM(n,t){let e=ht.state.project.payloads?.[n]||{},i=Object.entries(e).map(([r,o])=>`${r}=${Array.isArray(o)?o.join(" "):o}`),s=E("input",{value:i.join(","),placeholder:"link=LINK,mass=KG,com=X Y Z","aria-label":`payload of ${n}`,onchange:()=>Xt(t,()=>Ze("load",{log:n,text:s.value}))});return De("Payload",s)}function Fm(n,t,e){if(!ht.state.project.robot)return n.replaceChildren(E("p",{},"Choose a robot first."));let i=ht.state.logs.map(s=>{let r=Ke([["train","training"],["test","validation"],["","not used"]],KM(s),{"aria-label":`use of ${s}`});return r.addEventListener("change",()=>Xt(e,()=>Ku(s,r.value))),E("div",{class:`file ${s===t?"here":""}`},E("a",{href:`#/logs/${encodeURIComponent(s)}`,title:es(s)||s},s),E("span",{class:"soft"},es(s)),r,ho(s,e,o=>{s===t&&(location.hash=`#/logs/${encodeURIComponent(o)}`)},jM(s,e)))});n.replaceChildren(E("h2",{},"Logs"),i.length?E("div",{class:"files"},i):E("p",{class:"soft"},"Drop a log (CSV, Parquet, MAT, HDF5, a ROS bag) anywhere on this page."))}var Ku=(n,t,e={})=>{let i=o=>(ht.state.project[o]||[]).filter(a=>Zu(a)===n)[0],s=i("logs")||i("test")||n,r=o=>(ht.state.project[o]||[]).filter(a=>Zu(a)!==n);return Gn({logs:[...r("logs"),...t==="train"?[s]:[]],test:[...r("test"),...t==="test"?[s]:[]],...e})},ju=n=>{let{between:t}=ht.state.project;return Array.isArray(t)?[t]:t?.[n]||null},$c=(n,t)=>{let{between:e}=ht.state.project,i=Array.isArray(e)?{}:{...e};return delete i[n],{between:t?{...i,[n]:t}:i}};var QM="uplot",tb="u-hz",eb="u-vt",nb="u-title",ib="u-wrap",sb="u-under",rb="u-over",ob="u-axis",fr="u-off",ab="u-select",lb="u-cursor-x",cb="u-cursor-y",hb="u-cursor-pt",ub="u-legend",fb="u-live",db="u-inline",pb="u-series",mb="u-marker",Om="u-label",gb="u-value",Ca="width",Ra="height";var Bm="bottom",fo="left",Qu="right",_f="#000",km=_f+"0",tf="mousemove",zm="mousedown",ef="mouseup",Vm="mouseenter",Gm="mouseleave",Hm="dblclick",_b="resize",xb="scroll",Wm="change",jc="dppxchange",xf="--",yo=typeof window<"u",af=yo?document:null,mo=yo?window:null,vb=yo?navigator:null,Te,Yc;function lf(){let n=devicePixelRatio;Te!=n&&(Te=n,Yc&&hf(Wm,Yc,lf),Yc=matchMedia(`(min-resolution: ${Te-.001}dppx) and (max-resolution: ${Te+.001}dppx)`),dr(Wm,Yc,lf),mo.dispatchEvent(new CustomEvent(jc)))}function fi(n,t){if(t!=null){let e=n.classList;!e.contains(t)&&e.add(t)}}function cf(n,t){let e=n.classList;e.contains(t)&&e.remove(t)}function $e(n,t,e){n.style[t]=e+"px"}function Ui(n,t,e,i){let s=af.createElement(n);return t!=null&&fi(s,t),e?.insertBefore(s,i),s}function Si(n,t){return Ui("div",n,t)}var Xm=new WeakMap;function ns(n,t,e,i,s){let r="translate("+t+"px,"+e+"px)",o=Xm.get(n);r!=o&&(n.style.transform=r,Xm.set(n,r),t<0||e<0||t>i||e>s?fi(n,fr):cf(n,fr))}var qm=new WeakMap;function $m(n,t,e){let i=t+e,s=qm.get(n);i!=s&&(qm.set(n,i),n.style.background=t,n.style.borderColor=e)}var Ym=new WeakMap;function Jm(n,t,e,i){let s=t+""+e,r=Ym.get(n);s!=r&&(Ym.set(n,s),n.style.height=e+"px",n.style.width=t+"px",n.style.marginLeft=i?-t/2+"px":0,n.style.marginTop=i?-e/2+"px":0)}var vf={passive:!0},yb={...vf,capture:!0};function dr(n,t,e,i){t.addEventListener(n,e,i?yb:vf)}function hf(n,t,e,i){t.removeEventListener(n,e,vf)}yo&&lf();function Fi(n,t,e,i){let s;e=e||0,i=i||t.length-1;let r=i<=2147483647;for(;i-e>1;)s=r?e+i>>1:di((e+i)/2),t[s]<n?e=s:i=s;return n-t[e]<=t[i]-n?e:i}function bg(n){return(e,i,s)=>{let r=-1,o=-1;for(let a=i;a<=s;a++)if(n(e[a])){r=a;break}for(let a=s;a>=i;a--)if(n(e[a])){o=a;break}return[r,o]}}var wg=n=>n!=null,Eg=n=>n!=null&&n>0,eh=bg(wg),Sb=bg(Eg);function Mb(n,t,e,i=0,s=!1){let r=s?Sb:eh,o=s?Eg:wg;[t,e]=r(n,t,e);let a=n[t],l=n[t];if(t>-1)if(i==1)a=n[t],l=n[e];else if(i==-1)a=n[e],l=n[t];else for(let c=t;c<=e;c++){let u=n[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Oe,l??-Oe]}function nh(n,t,e,i){let s=jm(n),r=jm(t);n==t&&(s==-1?(n*=e,t/=e):(n/=e,t*=e));let o=e==10?bs:Tg,a=s==1?di:Mi,l=r==1?Mi:di,c=a(o(Sn(n))),u=l(o(Sn(t))),h=go(e,c),f=go(e,u);return e==10&&(c<0&&(h=Be(h,-c)),u<0&&(f=Be(f,-u))),i||e==2?(n=h*s,t=f*r):(n=Pg(n,h),t=ih(t,f)),[n,t]}function yf(n,t,e,i){let s=nh(n,t,e,i);return n==0&&(s[0]=0),t==0&&(s[1]=0),s}var Sf=.1,Zm={mode:3,pad:Sf},Ia={pad:0,soft:null,mode:0},bb={min:Ia,max:Ia};function Qc(n,t,e,i){return sh(e)?Km(n,t,e):(Ia.pad=e,Ia.soft=i?0:null,Ia.mode=i?3:0,Km(n,t,bb))}function we(n,t){return n??t}function wb(n,t,e){for(t=we(t,0),e=we(e,n.length-1);t<=e;){if(n[t]!=null)return!0;t++}return!1}function Km(n,t,e){let i=e.min,s=e.max,r=we(i.pad,0),o=we(s.pad,0),a=we(i.hard,-Oe),l=we(s.hard,Oe),c=we(i.soft,Oe),u=we(s.soft,-Oe),h=we(i.mode,0),f=we(s.mode,0),d=t-n,g=bs(d),_=jn(Sn(n),Sn(t)),p=bs(_),m=Sn(p-g);(d<1e-24||m>10)&&(d=0,(n==0||t==0)&&(d=1e-24,h==2&&c!=Oe&&(r=0),f==2&&u!=-Oe&&(o=0)));let v=d||_||1e3,A=bs(v),S=go(10,di(A)),R=v*(d==0?n==0?.1:1:r),b=Be(Pg(n-R,S/10),24),x=n>=c&&(h==1||h==3&&b<=c||h==2&&b>=c)?c:Oe,w=jn(a,b<x&&n>=x?x:Oi(x,b)),B=v*(d==0?t==0?.1:1:o),P=Be(ih(t+B,S/10),24),I=t<=u&&(f==1||f==3&&P>=u||f==2&&P<=u)?u:-Oe,F=Oi(l,P>I&&t<=I?I:jn(I,P));return w==F&&w==0&&(F=100),[w,F]}var Eb=new Intl.NumberFormat(yo?vb.language:"en-US"),Mf=n=>Eb.format(n),pi=Math,Kc=pi.PI,Sn=pi.abs,di=pi.floor,yn=pi.round,Mi=pi.ceil,Oi=pi.min,jn=pi.max,go=pi.pow,jm=pi.sign,bs=pi.log10,Tg=pi.log2,Tb=(n,t=1)=>pi.sinh(n)*t,nf=(n,t=1)=>pi.asinh(n/t),Oe=1/0;function Qm(n){return(bs((n^n>>31)-(n>>31))|0)+1}function uf(n,t,e){return Oi(jn(n,t),e)}function Ag(n){return typeof n=="function"}function ye(n){return Ag(n)?n:()=>n}var Ab=()=>{},Cg=n=>n,Rg=(n,t)=>t,Cb=n=>null,tg=n=>!0,eg=(n,t)=>n==t,Rb=/\.\d*?(?=9{6,}|0{6,})/gm,pr=n=>{if(Lg(n)||Ys.has(n))return n;let t=`${n}`,e=t.match(Rb);if(e==null)return n;let i=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${pr(s)}e${r}`}return Be(n,i)};function hr(n,t){return pr(Be(pr(n/t))*t)}function ih(n,t){return pr(Mi(pr(n/t))*t)}function Pg(n,t){return pr(di(pr(n/t))*t)}function Be(n,t=0){if(Lg(n))return n;let e=10**t,i=n*e*(1+Number.EPSILON);return yn(i)/e}var Ys=new Map;function Ig(n){return((""+n).split(".")[1]||"").length}function Na(n,t,e,i){let s=[],r=i.map(Ig);for(let o=t;o<e;o++){let a=Sn(o),l=Be(go(n,o),a);for(let c=0;c<i.length;c++){let u=n==10?+`${i[c]}e${o}`:i[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=n==10?u:Be(u,h);s.push(f),Ys.set(f,h)}}return s}var La={},bf=[],_o=[null,null],$s=Array.isArray,Lg=Number.isInteger,Pb=n=>n===void 0;function ng(n){return typeof n=="string"}function sh(n){let t=!1;if(n!=null){let e=n.constructor;t=e==null||e==Object}return t}function Ib(n){return n!=null&&typeof n=="object"}var Lb=Object.getPrototypeOf(Uint8Array),Ng="__proto__";function xo(n,t=sh){let e;if($s(n)){let i=n.find(s=>s!=null);if($s(i)||t(i)){e=Array(n.length);for(let s=0;s<n.length;s++)e[s]=xo(n[s],t)}else e=n.slice()}else if(n instanceof Lb)e=n.slice();else if(t(n)){e={};for(let i in n)i!=Ng&&(e[i]=xo(n[i],t))}else e=n;return e}function mn(n){let t=arguments;for(let e=1;e<t.length;e++){let i=t[e];for(let s in i)s!=Ng&&(sh(n[s])?mn(n[s],xo(i[s])):n[s]=xo(i[s]))}return n}var Nb=0,Db=1,Ub=2;function Fb(n,t,e){for(let i=0,s,r=-1;i<t.length;i++){let o=t[i];if(o>r){for(s=o-1;s>=0&&n[s]==null;)n[s--]=null;for(s=o+1;s<e&&n[s]==null;)n[r=s++]=null}}}function Ob(n,t){if(zb(n)){let o=n[0].slice();for(let a=1;a<n.length;a++)o.push(...n[a].slice(1));return Vb(o[0])||(o=kb(o)),o}let e=new Set;for(let o=0;o<n.length;o++){let l=n[o][0],c=l.length;for(let u=0;u<c;u++)e.add(l[u])}let i=[Array.from(e).sort((o,a)=>o-a)],s=i[0].length,r=new Map;for(let o=0;o<s;o++)r.set(i[0][o],o);for(let o=0;o<n.length;o++){let a=n[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],h=Array(s).fill(void 0),f=t?t[o][c]:Db,d=[];for(let g=0;g<u.length;g++){let _=u[g],p=r.get(l[g]);_===null?f!=Nb&&(h[p]=_,f==Ub&&d.push(p)):h[p]=_}Fb(h,d,s),i.push(h)}}return i}var Bb=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function kb(n){let t=n[0],e=t.length,i=Array(e);for(let r=0;r<i.length;r++)i[r]=r;i.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<n.length;r++){let o=n[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[i[l]];s.push(a)}return s}function zb(n){let t=n[0][0],e=t.length;for(let i=1;i<n.length;i++){let s=n[i][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function Vb(n,t=100){let e=n.length;if(e<=1)return!0;let i=0,s=e-1;for(;i<=s&&n[i]==null;)i++;for(;s>=i&&n[s]==null;)s--;if(s<=i)return!0;let r=jn(1,di((s-i+1)/t));for(let o=n[i],a=i+r;a<=s;a+=r){let l=n[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Dg=["January","February","March","April","May","June","July","August","September","October","November","December"],Ug=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Fg(n){return n.slice(0,3)}var Gb=Ug.map(Fg),Hb=Dg.map(Fg),Wb={MMMM:Dg,MMM:Hb,WWWW:Ug,WWW:Gb};function Aa(n){return(n<10?"0":"")+n}function Xb(n){return(n<10?"00":n<100?"0":"")+n}var qb={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,t)=>t.MMMM[n.getMonth()],MMM:(n,t)=>t.MMM[n.getMonth()],MM:n=>Aa(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>Aa(n.getDate()),D:n=>n.getDate(),WWWW:(n,t)=>t.WWWW[n.getDay()],WWW:(n,t)=>t.WWW[n.getDay()],HH:n=>Aa(n.getHours()),H:n=>n.getHours(),h:n=>{let t=n.getHours();return t==0?12:t>12?t-12:t},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>Aa(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>Aa(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>Xb(n.getMilliseconds())};function wf(n,t){t=t||Wb;let e=[],i=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=i.exec(n);)e.push(s[0][0]=="{"?qb[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var $b=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Yb(n,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+n+n.getTimezoneOffset()*6e4):t==$b?e=n:(e=new Date(n.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(n.getMilliseconds())),e}var Og=n=>n%1==0,th=[1,2,2.5,5],Jb=Na(10,-32,0,th),Bg=Na(10,0,32,th),Zb=Bg.filter(Og),ur=Jb.concat(Bg),Ef=`
`,kg="{YYYY}",ig=Ef+kg,zg="{M}/{D}",Pa=Ef+zg,Jc=Pa+"/{YY}",Vg="{aa}",Kb="{h}:{mm}",po=Kb+Vg,sg=Ef+po,rg=":{ss}",Ce=null;function Gg(n){let t=n*1e3,e=t*60,i=e*60,s=i*24,r=s*30,o=s*365,l=(n==1?Na(10,0,3,th).filter(Og):Na(10,-3,0,th)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,i,i*2,i*3,i*4,i*6,i*8,i*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,kg,Ce,Ce,Ce,Ce,Ce,Ce,1],[s*28,"{MMM}",ig,Ce,Ce,Ce,Ce,Ce,1],[s,zg,ig,Ce,Ce,Ce,Ce,Ce,1],[i,"{h}"+Vg,Jc,Ce,Pa,Ce,Ce,Ce,1],[e,po,Jc,Ce,Pa,Ce,Ce,Ce,1],[t,rg,Jc+" "+po,Ce,Pa+" "+po,Ce,sg,Ce,1],[n,rg+".{fff}",Jc+" "+po,Ce,Pa+" "+po,Ce,sg,Ce,1]];function u(h){return(f,d,g,_,p,m)=>{let v=[],A=p>=o,S=p>=r&&p<o,R=h(g),b=Be(R*n,3),x=sf(R.getFullYear(),A?0:R.getMonth(),S||A?1:R.getDate()),w=Be(x*n,3);if(S||A){let B=S?p/r:0,P=A?p/o:0,I=b==w?b:Be(sf(x.getFullYear()+P,x.getMonth()+B,1)*n,3),F=new Date(yn(I/n)),O=F.getFullYear(),D=F.getMonth();for(let G=0;I<=_;G++){let $=sf(O+P*G,D+B*G,1),H=$-h(Be($*n,3));I=Be((+$+H)*n,3),I<=_&&v.push(I)}}else{let B=p>=s?s:p,P=di(g)-di(b),I=w+P+ih(b-w,B);v.push(I);let F=h(I),O=F.getHours()+F.getMinutes()/e+F.getSeconds()/i,D=p/i,G=f.axes[d]._space,$=m/G;for(;I=Be(I+p,n==1?0:3),!(I>_);)if(D>1){let H=di(Be(O+D,6))%24,et=h(I).getHours()-H;et>1&&(et=-1),I-=et*i,O=(O+D)%24;let rt=v[v.length-1];Be((I-rt)/p,3)*$>=.7&&v.push(I)}else v.push(I)}return v}}return[l,c,u]}var[jb,Qb,tw]=Gg(1),[ew,nw,iw]=Gg(.001);Na(2,-53,53,[1]);function og(n,t){return n.map(e=>e.map((i,s)=>s==0||s==8||i==null?i:t(s==1||e[8]==0?i:e[1]+i)))}function ag(n,t){return(e,i,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,u,h,f,d;return i.map(g=>{let _=n(g),p=_.getFullYear(),m=_.getMonth(),v=_.getDate(),A=_.getHours(),S=_.getMinutes(),R=_.getSeconds(),b=p!=l&&a[2]||m!=c&&a[3]||v!=u&&a[4]||A!=h&&a[5]||S!=f&&a[6]||R!=d&&a[7]||a[1];return l=p,c=m,u=v,h=A,f=S,d=R,b(_)})}}function sw(n,t){let e=wf(t);return(i,s,r,o,a)=>s.map(l=>e(n(l)))}function sf(n,t,e){return new Date(n,t,e)}function lg(n,t){return t(n)}var rw="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function cg(n,t){return(e,i,s,r)=>r==null?xf:t(n(i))}function ow(n,t){let e=n.series[t];return e.width?e.stroke(n,t):e.points.width?e.points.stroke(n,t):null}function aw(n,t){return n.series[t].fill(n,t)}var lw={show:!0,live:!0,isolate:!1,mount:Ab,markers:{show:!0,width:2,stroke:ow,fill:aw,dash:"solid"},idx:null,idxs:null,values:[]};function cw(n,t){let e=n.cursor.points,i=Si(),s=e.size(n,t);$e(i,Ca,s),$e(i,Ra,s);let r=s/-2;$e(i,"marginLeft",r),$e(i,"marginTop",r);let o=e.width(n,t,s);return o&&$e(i,"borderWidth",o),i}function hw(n,t){let e=n.series[t].points;return e._fill||e._stroke}function uw(n,t){let e=n.series[t].points;return e._stroke||e._fill}function fw(n,t){return n.series[t].points.size}var rf=[0,0];function dw(n,t,e){return rf[0]=t,rf[1]=e,rf}function Zc(n,t,e,i=!0){return s=>{s.button==0&&(!i||s.target==t)&&e(s)}}function of(n,t,e,i=!0){return s=>{(!i||s.target==t)&&e(s)}}var pw={show:!0,x:!0,y:!0,lock:!1,move:dw,points:{one:!1,show:cw,size:fw,width:0,stroke:uw,fill:hw},bind:{mousedown:Zc,mouseup:Zc,click:Zc,dblclick:Zc,mousemove:of,mouseleave:of,mouseenter:of},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,t,e,i,s)=>i-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Hg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Tf=mn({},Hg,{filter:Rg}),Wg=mn({},Tf,{size:10}),Xg=mn({},Hg,{show:!1}),Af='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',qg="bold "+Af,$g=1.5,hg={show:!0,scale:"x",stroke:_f,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:qg,side:2,grid:Tf,ticks:Wg,border:Xg,font:Af,lineGap:$g,rotate:0},mw="Value",gw="Time",ug={show:!0,scale:"x",auto:!1,sorted:1,min:Oe,max:-Oe,idxs:[]};function _w(n,t,e,i,s){return t.map(r=>r==null?"":Mf(r))}function xw(n,t,e,i,s,r,o){let a=[],l=Ys.get(s)||0;e=o?e:Be(ih(e,s),l);for(let c=e;c<=i;c=Be(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function ff(n,t,e,i,s,r,o){let a=[],l=n.scales[n.axes[t].scale].log,c=l==10?bs:Tg,u=di(c(e));s=go(l,u),l==10&&(s=ur[Fi(s,ur)]);let h=e,f=s*l;l==10&&(f=ur[Fi(f,ur)]);do a.push(h),h=h+s,l==10&&!Ys.has(h)&&(h=Be(h,Ys.get(s))),h>=f&&(s=h,f=s*l,l==10&&(f=ur[Fi(f,ur)]));while(h<=i);return a}function vw(n,t,e,i,s,r,o){let l=n.scales[n.axes[t].scale].asinh,c=i>l?ff(n,t,jn(l,e),i,s):[l],u=i>=0&&e<=0?[0]:[];return(e<-l?ff(n,t,jn(l,-i),-e,s):[l]).reverse().map(f=>-f).concat(u,c)}var Yg=/./,yw=/[12357]/,Sw=/[125]/,fg=/1/,df=(n,t,e,i)=>n.map((s,r)=>t==4&&s==0||r%i==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function Mw(n,t,e,i,s){let r=n.axes[e],o=r.scale,a=n.scales[o],l=n.valToPos,c=r._space,u=l(10,o),h=l(9,o)-u>=c?Yg:l(7,o)-u>=c?yw:l(5,o)-u>=c?Sw:fg;if(h==fg){let f=Sn(l(1,o)-u);if(f<c)return df(t.slice().reverse(),a.distr,h,Mi(c/f)).reverse()}return df(t,a.distr,h,1)}function bw(n,t,e,i,s){let r=n.axes[e],o=r.scale,a=r._space,l=n.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?df(t.slice().reverse(),3,Yg,Mi(a/c)).reverse():t}function ww(n,t,e,i){return i==null?xf:t==null?"":Mf(t)}var dg={show:!0,scale:"y",stroke:_f,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:qg,side:3,grid:Tf,ticks:Wg,border:Xg,font:Af,lineGap:$g,rotate:0};function Ew(n,t){let e=3+(n||1)*2;return Be(e*t,3)}function Tw(n,t){let{scale:e,idxs:i}=n.series[0],s=n._data[0],r=n.valToPos(s[i[0]],e,!0),o=n.valToPos(s[i[1]],e,!0),a=Sn(o-r),l=n.series[t],c=a/(l.points.space*Te);return i[1]-i[0]<=c}var pg={scale:null,auto:!0,sorted:0,min:Oe,max:-Oe},Jg=(n,t,e,i,s)=>s,mg={show:!0,auto:!0,sorted:0,gaps:Jg,alpha:1,facets:[mn({},pg,{scale:"x"}),mn({},pg,{scale:"y"})]},gg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Jg,alpha:1,points:{show:Tw,filter:null},values:null,min:Oe,max:-Oe,idxs:[],path:null,clip:null};function Aw(n,t,e,i,s){return e/10}var Zg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Cw=mn({},Zg,{time:!1,ori:1}),_g={};function Kg(n,t){let e=_g[n];return e||(e={key:n,plots:[],sub(i){e.plots.push(i)},unsub(i){e.plots=e.plots.filter(s=>s!=i)},pub(i,s,r,o,a,l,c){for(let u=0;u<e.plots.length;u++)e.plots[u]!=s&&e.plots[u].pub(i,s,r,o,a,l,c)}},n!=null&&(_g[n]=e)),e}var vo=1,pf=2;function mr(n,t,e){let i=n.mode,s=n.series[t],r=i==2?n._data[t]:n._data,o=n.scales,a=n.bbox,l=r[0],c=i==2?r[1]:r[t],u=i==2?o[s.facets[0].scale]:o[n.series[0].scale],h=i==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,g=a.width,_=a.height,p=n.valToPosH,m=n.valToPosV;return u.ori==0?e(s,l,c,u,h,p,m,f,d,g,_,oh,So,lh,Qg,e0):e(s,l,c,u,h,m,p,d,f,_,g,ah,Mo,Pf,t0,n0)}function Cf(n,t){let e=0,i=0,s=we(n.bands,bf);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?i|=1:i|=2)}return[e,i==1?-1:i==2?1:i==3?2:0]}function Rw(n,t,e,i,s){let r=n.mode,o=n.series[t],a=r==2?o.facets[1].scale:o.scale,l=n.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ws(n,t,e,i,s,r){return mr(n,t,(o,a,l,c,u,h,f,d,g,_,p)=>{let m=o.pxRound,v=c.dir*(c.ori==0?1:-1),A=c.ori==0?So:Mo,S,R;v==1?(S=e,R=i):(S=i,R=e);let b=m(h(a[S],c,_,d)),x=m(f(l[S],u,p,g)),w=m(h(a[R],c,_,d)),B=m(f(r==1?u.max:u.min,u,p,g)),P=new Path2D(s);return A(P,w,B),A(P,b,B),A(P,b,x),P})}function rh(n,t,e,i,s,r){let o=null;if(n.length>0){o=new Path2D;let a=t==0?lh:Pf,l=e;for(let h=0;h<n.length;h++){let f=n[h];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,i,d,i+r),l=f[1]}}let c=e+s-l,u=10;c>0&&a(o,l,i-u/2,c,i+r+u)}return o}function Pw(n,t,e){let i=n[n.length-1];i&&i[0]==t?i[1]=e:n.push([t,e])}function Rf(n,t,e,i,s,r,o){let a=[],l=n.length;for(let c=s==1?e:i;c>=e&&c<=i;c+=s)if(t[c]===null){let h=c,f=c;if(s==1)for(;++c<=i&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(n[h]),g=f==h?d:r(n[f]),_=h-s;d=o<=0&&_>=0&&_<l?r(n[_]):d;let m=f+s;g=o>=0&&m>=0&&m<l?r(n[m]):g,g>=d&&a.push([d,g])}return a}function xg(n){return n==0?Cg:n==1?yn:t=>hr(t,n)}function jg(n){let t=n==0?oh:ah,e=n==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},i=n==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?i(s,r,o,a,l):(c=Oi(c,a/2,l/2),u=Oi(u,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,u),e(s,r,o+l,r,o,u),e(s,r,o,r+a,o,c),s.closePath())}}var oh=(n,t,e)=>{n.moveTo(t,e)},ah=(n,t,e)=>{n.moveTo(e,t)},So=(n,t,e)=>{n.lineTo(t,e)},Mo=(n,t,e)=>{n.lineTo(e,t)},lh=jg(0),Pf=jg(1),Qg=(n,t,e,i,s,r)=>{n.arc(t,e,i,s,r)},t0=(n,t,e,i,s,r)=>{n.arc(e,t,i,s,r)},e0=(n,t,e,i,s,r,o)=>{n.bezierCurveTo(t,e,i,s,r,o)},n0=(n,t,e,i,s,r,o)=>{n.bezierCurveTo(e,t,s,i,o,r)};function i0(n){return(t,e,i,s,r)=>mr(t,e,(o,a,l,c,u,h,f,d,g,_,p)=>{let{pxRound:m,points:v}=o,A,S;c.ori==0?(A=oh,S=Qg):(A=ah,S=t0);let R=Be(v.width*Te,3),b=(v.size-v.width)/2*Te,x=Be(b*2,3),w=new Path2D,B=new Path2D,{left:P,top:I,width:F,height:O}=t.bbox;lh(B,P-x,I-x,F+x*2,O+x*2);let D=G=>{if(l[G]!=null){let $=m(h(a[G],c,_,d)),H=m(f(l[G],u,p,g));A(w,$+b,H),S(w,$,H,b,0,Kc*2)}};if(r)r.forEach(D);else for(let G=i;G<=s;G++)D(G);return{stroke:R>0?w:null,fill:w,clip:B,flags:vo|pf}})}function s0(n){return(t,e,i,s,r,o)=>{i!=s&&(r!=i&&o!=i&&n(t,e,i),r!=s&&o!=s&&n(t,e,s),n(t,e,o))}}var Iw=s0(So),Lw=s0(Mo);function r0(n){let t=we(n?.alignGaps,0);return(e,i,s,r)=>mr(e,i,(o,a,l,c,u,h,f,d,g,_,p)=>{[s,r]=eh(l,s,r);let m=o.pxRound,v=O=>m(h(O,c,_,d)),A=O=>m(f(O,u,p,g)),S,R;c.ori==0?(S=So,R=Iw):(S=Mo,R=Lw);let b=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:vo},w=x.stroke,B=!1;if(r-s>=_*4){let O=st=>e.posToVal(st,c.key,!0),D=null,G=null,$,H,dt,Z=v(a[b==1?s:r]),et=v(a[s]),rt=v(a[r]),K=O(b==1?et+1:rt-1);for(let st=b==1?s:r;st>=s&&st<=r;st+=b){let q=a[st],ut=(b==1?q<K:q>K)?Z:v(q),pt=l[st];ut==Z?pt!=null?(H=pt,D==null?(S(w,ut,A(H)),$=D=G=H):H<D?D=H:H>G&&(G=H)):pt===null&&(B=!0):(D!=null&&R(w,Z,A(D),A(G),A($),A(H)),pt!=null?(H=pt,S(w,ut,A(H)),D=G=$=H):(D=G=null,pt===null&&(B=!0)),Z=ut,K=O(Z+b))}D!=null&&D!=G&&dt!=Z&&R(w,Z,A(D),A(G),A($),A(H))}else for(let O=b==1?s:r;O>=s&&O<=r;O+=b){let D=l[O];D===null?B=!0:D!=null&&S(w,v(a[O]),A(D))}let[I,F]=Cf(e,i);if(o.fill!=null||I!=0){let O=x.fill=new Path2D(w),D=o.fillTo(e,i,o.min,o.max,I),G=A(D),$=v(a[s]),H=v(a[r]);b==-1&&([H,$]=[$,H]),S(O,H,G),S(O,$,G)}if(!o.spanGaps){let O=[];B&&O.push(...Rf(a,l,s,r,b,v,t)),x.gaps=O=o.gaps(e,i,s,r,O),x.clip=rh(O,c.ori,d,g,_,p)}return F!=0&&(x.band=F==2?[ws(e,i,s,r,w,-1),ws(e,i,s,r,w,1)]:ws(e,i,s,r,w,F)),x})}function Nw(n){let t=we(n.align,1),e=we(n.ascDesc,!1),i=we(n.alignGaps,0),s=we(n.extend,!1);return(r,o,a,l)=>mr(r,o,(c,u,h,f,d,g,_,p,m,v,A)=>{[a,l]=eh(h,a,l);let S=c.pxRound,{left:R,width:b}=r.bbox,x=et=>S(g(et,f,v,p)),w=et=>S(_(et,d,A,m)),B=f.ori==0?So:Mo,P={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:vo},I=P.stroke,F=f.dir*(f.ori==0?1:-1),O=w(h[F==1?a:l]),D=x(u[F==1?a:l]),G=D,$=D;s&&t==-1&&($=R,B(I,$,O)),B(I,D,O);for(let et=F==1?a:l;et>=a&&et<=l;et+=F){let rt=h[et];if(rt==null)continue;let K=x(u[et]),st=w(rt);t==1?B(I,K,O):B(I,G,st),B(I,K,st),O=st,G=K}let H=G;s&&t==1&&(H=R+b,B(I,H,O));let[dt,Z]=Cf(r,o);if(c.fill!=null||dt!=0){let et=P.fill=new Path2D(I),rt=c.fillTo(r,o,c.min,c.max,dt),K=w(rt);B(et,H,K),B(et,$,K)}if(!c.spanGaps){let et=[];et.push(...Rf(u,h,a,l,F,x,i));let rt=c.width*Te/2,K=e||t==1?rt:-rt,st=e||t==-1?-rt:rt;et.forEach(q=>{q[0]+=K,q[1]+=st}),P.gaps=et=c.gaps(r,o,a,l,et),P.clip=rh(et,f.ori,p,m,v,A)}return Z!=0&&(P.band=Z==2?[ws(r,o,a,l,I,-1),ws(r,o,a,l,I,1)]:ws(r,o,a,l,I,Z)),P})}function vg(n,t,e,i,s,r,o=Oe){if(n.length>1){let a=null;for(let l=0,c=1/0;l<n.length;l++)if(t[l]!==void 0){if(a!=null){let u=Sn(n[l]-n[a]);u<c&&(c=u,o=Sn(e(n[l],i,s,r)-e(n[a],i,s,r)))}a=l}}return o}function Dw(n){n=n||La;let t=we(n.size,[.6,Oe,1]),e=n.align||0,i=n.gap||0,s=n.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ye(s),o=1-t[0],a=we(t[1],Oe),l=we(t[2],1),c=we(n.disp,La),u=we(n.each,d=>{}),{fill:h,stroke:f}=c;return(d,g,_,p)=>mr(d,g,(m,v,A,S,R,b,x,w,B,P,I)=>{let F=m.pxRound,O=e,D=i*Te,G=a*Te,$=l*Te,H,dt;S.ori==0?[H,dt]=r(d,g):[dt,H]=r(d,g);let Z=S.dir*(S.ori==0?1:-1),et=S.ori==0?lh:Pf,rt=S.ori==0?u:(Pt,Yt,oe,Et,Ue,Ht,$t)=>{u(Pt,Yt,oe,Ue,Et,$t,Ht)},K=we(d.bands,bf).find(Pt=>Pt.series[0]==g),st=K!=null?K.dir:0,q=m.fillTo(d,g,m.min,m.max,st),at=F(x(q,R,I,B)),ut,pt,_t,Ft=P,Qt=F(m.width*Te),kt=!1,ie=null,le=null,te=null,ke=null;h!=null&&(Qt==0||f!=null)&&(kt=!0,ie=h.values(d,g,_,p),le=new Map,new Set(ie).forEach(Pt=>{Pt!=null&&le.set(Pt,new Path2D)}),Qt>0&&(te=f.values(d,g,_,p),ke=new Map,new Set(te).forEach(Pt=>{Pt!=null&&ke.set(Pt,new Path2D)})));let{x0:ze,size:ln}=c;if(ze!=null&&ln!=null){O=1,v=ze.values(d,g,_,p),ze.unit==2&&(v=v.map(oe=>d.posToVal(w+oe*P,S.key,!0)));let Pt=ln.values(d,g,_,p);ln.unit==2?pt=Pt[0]*P:pt=b(Pt[0],S,P,w)-b(0,S,P,w),Ft=vg(v,A,b,S,P,w,Ft),_t=Ft-pt+D}else Ft=vg(v,A,b,S,P,w,Ft),_t=Ft*o+D,pt=Ft-_t;_t<1&&(_t=0),Qt>=pt/2&&(Qt=0),_t<5&&(F=Cg);let Le=_t>0,Mn=Ft-_t-(Le?Qt:0);pt=F(uf(Mn,$,G)),ut=(O==0?pt/2:O==Z?0:pt)-O*Z*((O==0?D/2:0)+(Le?Qt/2:0));let Me={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},gn=kt?null:new Path2D,Qe=null;if(K!=null)Qe=d.data[K.series[1]];else{let{y0:Pt,y1:Yt}=c;Pt!=null&&Yt!=null&&(A=Yt.values(d,g,_,p),Qe=Pt.values(d,g,_,p))}let cn=H*pt,z=dt*pt;for(let Pt=Z==1?_:p;Pt>=_&&Pt<=p;Pt+=Z){let Yt=A[Pt];if(Yt==null)continue;if(Qe!=null){let X=Qe[Pt]??0;if(Yt-X==0)continue;at=x(X,R,I,B)}let oe=S.distr!=2||c!=null?v[Pt]:Pt,Et=b(oe,S,P,w),Ue=x(we(Yt,q),R,I,B),Ht=F(Et-ut),$t=F(jn(Ue,at)),L=F(Oi(Ue,at)),M=$t-L;if(Yt!=null){let X=Yt<0?z:cn,gt=Yt<0?cn:z;kt?(Qt>0&&te[Pt]!=null&&et(ke.get(te[Pt]),Ht,L+di(Qt/2),pt,jn(0,M-Qt),X,gt),ie[Pt]!=null&&et(le.get(ie[Pt]),Ht,L+di(Qt/2),pt,jn(0,M-Qt),X,gt)):et(gn,Ht,L+di(Qt/2),pt,jn(0,M-Qt),X,gt),rt(d,g,Pt,Ht-Qt/2,L,pt+Qt,M)}}return Qt>0?Me.stroke=kt?ke:gn:kt||(Me._fill=m.width==0?m._fill:m._stroke??m._fill,Me.width=0),Me.fill=kt?le:gn,Me})}function Uw(n,t){let e=we(t?.alignGaps,0);return(i,s,r,o)=>mr(i,s,(a,l,c,u,h,f,d,g,_,p,m)=>{[r,o]=eh(c,r,o);let v=a.pxRound,A=H=>v(f(H,u,p,g)),S=H=>v(d(H,h,m,_)),R,b,x;u.ori==0?(R=oh,x=So,b=e0):(R=ah,x=Mo,b=n0);let w=u.dir*(u.ori==0?1:-1),B=A(l[w==1?r:o]),P=B,I=[],F=[];for(let H=w==1?r:o;H>=r&&H<=o;H+=w)if(c[H]!=null){let Z=l[H],et=A(Z);I.push(P=et),F.push(S(c[H]))}let O={stroke:n(I,F,R,x,b,v),fill:null,clip:null,band:null,gaps:null,flags:vo},D=O.stroke,[G,$]=Cf(i,s);if(a.fill!=null||G!=0){let H=O.fill=new Path2D(D),dt=a.fillTo(i,s,a.min,a.max,G),Z=S(dt);x(H,P,Z),x(H,B,Z)}if(!a.spanGaps){let H=[];H.push(...Rf(l,c,r,o,w,A,e)),O.gaps=H=a.gaps(i,s,r,o,H),O.clip=rh(H,u.ori,g,_,p,m)}return $!=0&&(O.band=$==2?[ws(i,s,r,o,D,-1),ws(i,s,r,o,D,1)]:ws(i,s,r,o,D,$)),O})}function Fw(n){return Uw(Ow,n)}function Ow(n,t,e,i,s,r){let o=n.length;if(o<2)return null;let a=new Path2D;if(e(a,n[0],t[0]),o==2)i(a,n[1],t[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),h=Array(o-1);for(let f=0;f<o-1;f++)u[f]=t[f+1]-t[f],h[f]=n[f+1]-n[f],c[f]=u[f]/h[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(h[f-1]+h[f])/((2*h[f]+h[f-1])/c[f-1]+(h[f]+2*h[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,n[f]+h[f]/3,t[f]+l[f]*h[f]/3,n[f+1]-h[f]/3,t[f+1]-l[f+1]*h[f]/3,n[f+1],t[f+1])}return a}var mf=new Set;function yg(){for(let n of mf)n.syncRect(!0)}yo&&(dr(_b,mo,yg),dr(xb,mo,yg,!0),dr(jc,mo,()=>{Rn.pxRatio=Te}));var Bw=r0(),kw=i0();function Sg(n,t,e,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((r,o)=>gf(r,o,t,e))}function zw(n,t){return n.map((e,i)=>i==0?{}:mn({},t,e))}function gf(n,t,e,i){return mn({},t==0?e:i,n)}function o0(n,t,e){return t==null?_o:[t,e]}var Vw=o0;function Gw(n,t,e){return t==null?_o:Qc(t,e,Sf,!0)}function a0(n,t,e,i){return t==null?_o:nh(t,e,n.scales[i].log,!1)}var Hw=a0;function l0(n,t,e,i){return t==null?_o:yf(t,e,n.scales[i].log,!1)}var Ww=l0;function Xw(n,t,e,i,s){let r=jn(Qm(n),Qm(t)),o=t-n,a=Fi(s/i*o,e);do{let l=e[a],c=i*l/o;if(c>=s&&r+(l<5?Ys.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function Mg(n){let t,e;return n=n.replace(/(\d+)px/,(i,s)=>(t=yn((e=+s)*Te))+"px"),[n,t,e]}function qw(n){n.show&&[n.font,n.labelFont].forEach(t=>{let e=Be(t[2]*Te,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Rn(n,t,e){let i={mode:we(n.mode,1)},s=i.mode;function r(y,T,N,U){let W=T.valToPct(y);return U+N*(T.dir==-1?1-W:W)}function o(y,T,N,U){let W=T.valToPct(y);return U+N*(T.dir==-1?W:1-W)}function a(y,T,N,U){return T.ori==0?r(y,T,N,U):o(y,T,N,U)}i.valToPosH=r,i.valToPosV=o;let l=!1;i.status=0;let c=i.root=Si(QM);if(n.id!=null&&(c.id=n.id),fi(c,n.class),n.title){let y=Si(nb,c);y.textContent=n.title}let u=Ui("canvas"),h=i.ctx=u.getContext("2d"),f=Si(ib,c);dr("click",f,y=>{y.target===g&&(Ge!=Mr||Ye!=br)&&Pn.click(i,y)},!0);let d=i.under=Si(sb,f);f.appendChild(u);let g=i.over=Si(rb,f);n=xo(n);let _=+we(n.pxAlign,1),p=xg(_);(n.plugins||[]).forEach(y=>{y.opts&&(n=y.opts(i,n)||n)});let m=n.ms||.001,v=i.series=s==1?Sg(n.series||[],ug,gg,!1):zw(n.series||[null],mg),A=i.axes=Sg(n.axes||[],hg,dg,!0),S=i.scales={},R=i.bands=n.bands||[];R.forEach(y=>{y.fill=ye(y.fill||null),y.dir=we(y.dir,-1)});let b=s==2?v[1].facets[0].scale:v[0].scale,x={axes:os,series:pe},w=(n.drawOrder||["axes","series"]).map(y=>x[y]);function B(y){let T=y.distr==3?N=>bs(N>0?N:y.clamp(i,N,y.min,y.max,y.key)):y.distr==4?N=>nf(N,y.asinh):y.distr==100?N=>y.fwd(N):N=>N;return N=>{let U=T(N),{_min:W,_max:Q}=y,ft=Q-W;return(U-W)/ft}}function P(y){let T=S[y];if(T==null){let N=(n.scales||La)[y]||La;if(N.from!=null){P(N.from);let U=mn({},S[N.from],N,{key:y});U.valToPct=B(U),S[y]=U}else{T=S[y]=mn({},y==b?Zg:Cw,N),T.key=y;let U=T.time,W=T.range,Q=$s(W);if((y!=b||s==2&&!U)&&(Q&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?Zm:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?Zm:{mode:1,hard:W[1],soft:W[1]}},Q=!1),!Q&&sh(W))){let ft=W;W=(xt,bt,Dt)=>bt==null?_o:Qc(bt,Dt,ft)}T.range=ye(W||(U?Vw:y==b?T.distr==3?Hw:T.distr==4?Ww:o0:T.distr==3?a0:T.distr==4?l0:Gw)),T.auto=ye(Q?!1:T.auto),T.clamp=ye(T.clamp||Aw),T._min=T._max=null,T.valToPct=B(T)}}}P("x"),P("y"),s==1&&v.forEach(y=>{P(y.scale)}),A.forEach(y=>{P(y.scale)});for(let y in n.scales)P(y);let I=S[b],F=I.distr,O,D;I.ori==0?(fi(c,tb),O=r,D=o):(fi(c,eb),O=o,D=r);let G={};for(let y in S){let T=S[y];(T.min!=null||T.max!=null)&&(G[y]={min:T.min,max:T.max},T.min=T.max=null)}let $=n.tzDate||(y=>new Date(yn(y/m))),H=n.fmtDate||wf,dt=m==1?tw($):iw($),Z=ag($,og(m==1?Qb:nw,H)),et=cg($,lg(rw,H)),rt=[],K=i.legend=mn({},lw,n.legend),st=i.cursor=mn({},pw,{drag:{y:s==2}},n.cursor),q=K.show,at=st.show,ut=K.markers;K.idxs=rt,ut.width=ye(ut.width),ut.dash=ye(ut.dash),ut.stroke=ye(ut.stroke),ut.fill=ye(ut.fill);let pt,_t,Ft,Qt=[],kt=[],ie,le=!1,te={};if(K.live){let y=v[1]?v[1].values:null;le=y!=null,ie=le?y(i,1,0):{_:0};for(let T in ie)te[T]=xf}if(q)if(pt=Ui("table",ub,c),Ft=Ui("tbody",null,pt),K.mount(i,pt),le){_t=Ui("thead",null,pt,Ft);let y=Ui("tr",null,_t);Ui("th",null,y);for(var ke in ie)Ui("th",Om,y).textContent=ke}else fi(pt,db),K.live&&fi(pt,fb);let ze={show:!0},ln={show:!1};function Le(y,T){if(T==0&&(le||!K.live||s==2))return _o;let N=[],U=Ui("tr",pb,Ft,Ft.childNodes[T]);fi(U,y.class),y.show||fi(U,fr);let W=Ui("th",null,U);if(ut.show){let xt=Si(mb,W);if(T>0){let bt=ut.width(i,T);bt&&(xt.style.border=bt+"px "+ut.dash(i,T)+" "+ut.stroke(i,T)),xt.style.background=ut.fill(i,T)}}let Q=Si(Om,W);y.label instanceof HTMLElement?Q.appendChild(y.label):Q.textContent=y.label,T>0&&(ut.show||(Q.style.color=y.width>0?ut.stroke(i,T):ut.fill(i,T)),Me("click",W,xt=>{if(st._lock)return;Kt(xt);let bt=v.indexOf(y);if((xt.ctrlKey||xt.metaKey)!=K.isolate){let Dt=v.some((Ut,Bt)=>Bt>0&&Bt!=bt&&Ut.show);v.forEach((Ut,Bt)=>{Bt>0&&Vi(Bt,Dt?Bt==bt?ze:ln:ze,!0,dn.setSeries)})}else Vi(bt,{show:!y.show},!0,dn.setSeries)},!1),jt&&Me(Vm,W,xt=>{st._lock||(Kt(xt),Vi(v.indexOf(y),Er,!0,dn.setSeries))},!1));for(var ft in ie){let xt=Ui("td",gb,U);xt.textContent="--",N.push(xt)}return[U,N]}let Mn=new Map;function Me(y,T,N,U=!0){let W=Mn.get(T)||{},Q=st.bind[y](i,T,N,U);Q&&(dr(y,T,W[y]=Q),Mn.set(T,W))}function gn(y,T,N){let U=Mn.get(T)||{};for(let W in U)(y==null||W==y)&&(hf(W,T,U[W]),delete U[W]);y==null&&Mn.delete(T)}let Qe=0,cn=0,z=0,Pt=0,Yt=0,oe=0,Et=Yt,Ue=oe,Ht=z,$t=Pt,L=0,M=0,X=0,gt=0;i.bbox={};let ct=!1,St=!1,Mt=!1,nt=!1,ot=!1,vt=!1;function k(y,T,N){(N||y!=i.width||T!=i.height)&&lt(y,T),he(!1),Mt=!0,St=!0,Un()}function lt(y,T){i.width=Qe=z=y,i.height=cn=Pt=T,Yt=oe=0,wt(),Wt();let N=i.bbox;L=N.left=hr(Yt*Te,.5),M=N.top=hr(oe*Te,.5),X=N.width=hr(z*Te,.5),gt=N.height=hr(Pt*Te,.5)}let it=3;function Tt(){let y=!1,T=0;for(;!y;){T++;let N=vr(T),U=zi(T);y=T==it||N&&U,y||(lt(i.width,i.height),St=!0)}}function yt({width:y,height:T}){k(y,T)}i.setSize=yt;function wt(){let y=!1,T=!1,N=!1,U=!1;A.forEach((W,Q)=>{if(W.show&&W._show){let{side:ft,_size:xt}=W,bt=ft%2,Dt=W.label!=null?W.labelSize:0,Ut=xt+Dt;Ut>0&&(bt?(z-=Ut,ft==3?(Yt+=Ut,U=!0):N=!0):(Pt-=Ut,ft==0?(oe+=Ut,y=!0):T=!0))}}),Bi[0]=y,Bi[1]=N,Bi[2]=T,Bi[3]=U,z-=bi[1]+bi[3],Yt+=bi[3],Pt-=bi[2]+bi[0],oe+=bi[0]}function Wt(){let y=Yt+z,T=oe+Pt,N=Yt,U=oe;function W(Q,ft){switch(Q){case 1:return y+=ft,y-ft;case 2:return T+=ft,T-ft;case 3:return N-=ft,N+ft;case 0:return U-=ft,U+ft}}A.forEach((Q,ft)=>{if(Q.show&&Q._show){let xt=Q.side;Q._pos=W(xt,Q._size),Q.label!=null&&(Q._lpos=W(xt,Q.labelSize))}})}if(st.dataIdx==null){let y=st.hover,T=y.skip=new Set(y.skip??[]);T.add(void 0);let N=y.prox=ye(y.prox),U=y.bias??=0;st.dataIdx=(W,Q,ft,xt)=>{if(Q==0)return ft;let bt=ft,Dt=N(W,Q,ft,xt)??Oe,Ut=Dt>=0&&Dt<Oe,Bt=I.ori==0?z:Pt,re=st.left,Ee=t[0],be=t[Q];if(T.has(be[ft])){bt=null;let ge=null,Zt=null,qt;if(U==0||U==-1)for(qt=ft;ge==null&&qt-- >0;)T.has(be[qt])||(ge=qt);if(U==0||U==1)for(qt=ft;Zt==null&&qt++<be.length;)T.has(be[qt])||(Zt=qt);if(ge!=null||Zt!=null)if(Ut){let We=ge==null?-1/0:O(Ee[ge],I,Bt,0),nn=Zt==null?1/0:O(Ee[Zt],I,Bt,0),Tn=re-We,Ne=nn-re;Tn<=Ne?Tn<=Dt&&(bt=ge):Ne<=Dt&&(bt=Zt)}else bt=Zt==null?ge:ge==null?Zt:ft-ge<=Zt-ft?ge:Zt}else Ut&&Sn(re-O(Ee[ft],I,Bt,0))>Dt&&(bt=null);return bt}}let Kt=y=>{st.event=y};st.idxs=rt,st._lock=!1;let mt=st.points;mt.show=ye(mt.show),mt.size=ye(mt.size),mt.stroke=ye(mt.stroke),mt.width=ye(mt.width),mt.fill=ye(mt.fill);let zt=i.focus=mn({},n.focus||{alpha:.3},st.focus),jt=zt.prox>=0,Rt=jt&&mt.one,ce=[],Ve=[],Wn=[];function Eo(y,T){let N=mt.show(i,T);if(N instanceof HTMLElement)return fi(N,hb),fi(N,y.class),ns(N,-10,-10,z,Pt),g.insertBefore(N,ce[T]),N}function gr(y,T){if(s==1||T>0){let N=s==1&&S[y.scale].time,U=y.value;y.value=N?ng(U)?cg($,lg(U,H)):U||et:U||ww,y.label=y.label||(N?gw:mw)}if(Rt||T>0){y.width=y.width==null?1:y.width,y.paths=y.paths||Bw||Cb,y.fillTo=ye(y.fillTo||Rw),y.pxAlign=+we(y.pxAlign,_),y.pxRound=xg(y.pxAlign),y.stroke=ye(y.stroke||null),y.fill=ye(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let N=Ew(jn(1,y.width),1),U=y.points=mn({},{size:N,width:jn(1,N*.2),stroke:y.stroke,space:N*2,paths:kw,_stroke:null,_fill:null},y.points);U.show=ye(U.show),U.filter=ye(U.filter),U.fill=ye(U.fill),U.stroke=ye(U.stroke),U.paths=ye(U.paths),U.pxAlign=y.pxAlign}if(q){let N=Le(y,T);Qt.splice(T,0,N[0]),kt.splice(T,0,N[1]),K.values.push(null)}if(at){rt.splice(T,0,null);let N=null;Rt?T==0&&(N=Eo(y,T)):T>0&&(N=Eo(y,T)),ce.splice(T,0,N),Ve.splice(T,0,0),Wn.splice(T,0,0)}En("addSeries",T)}function uh(y,T){T=T??v.length,y=s==1?gf(y,T,ug,gg):gf(y,T,{},mg),v.splice(T,0,y),gr(v[T],T)}i.addSeries=uh;function Da(y){if(v.splice(y,1),q){K.values.splice(y,1),kt.splice(y,1);let T=Qt.splice(y,1)[0];gn(null,T.firstChild),T.remove()}at&&(rt.splice(y,1),ce.splice(y,1)[0].remove(),Ve.splice(y,1),Wn.splice(y,1)),En("delSeries",y)}i.delSeries=Da;let Bi=[!1,!1,!1,!1];function is(y,T){if(y._show=y.show,y.show){let N=y.side%2,U=S[y.scale];U==null&&(y.scale=N?v[1].scale:b,U=S[y.scale]);let W=U.time;y.size=ye(y.size),y.space=ye(y.space),y.rotate=ye(y.rotate),$s(y.incrs)&&y.incrs.forEach(ft=>{!Ys.has(ft)&&Ys.set(ft,Ig(ft))}),y.incrs=ye(y.incrs||(U.distr==2?Zb:W?m==1?jb:ew:ur)),y.splits=ye(y.splits||(W&&U.distr==1?dt:U.distr==3?ff:U.distr==4?vw:xw)),y.stroke=ye(y.stroke),y.grid.stroke=ye(y.grid.stroke),y.ticks.stroke=ye(y.ticks.stroke),y.border.stroke=ye(y.border.stroke);let Q=y.values;y.values=$s(Q)&&!$s(Q[0])?ye(Q):W?$s(Q)?ag($,og(Q,H)):ng(Q)?sw($,Q):Q||Z:Q||_w,y.filter=ye(y.filter||(U.distr>=3&&U.log==10?Mw:U.distr==3&&U.log==2?bw:Rg)),y.font=Mg(y.font),y.labelFont=Mg(y.labelFont),y._size=y.size(i,null,T,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(Bi[T]=!0,y._el=Si(ob,f))}}function ss(y,T,N,U){let[W,Q,ft,xt]=N,bt=T%2,Dt=0;return bt==0&&(xt||Q)&&(Dt=T==0&&!W||T==2&&!ft?yn(hg.size/3):0),bt==1&&(W||ft)&&(Dt=T==1&&!Q||T==3&&!xt?yn(dg.size/2):0),Dt}let To=i.padding=(n.padding||[ss,ss,ss,ss]).map(y=>ye(we(y,ss))),bi=i._padding=To.map((y,T)=>y(i,T,Bi,0)),tn,on=null,an=null,ki=s==1?v[0].idxs:null,ei=null,Es=!1;function Ao(y,T){if(t=y??[],i.data=i._data=t,s==2){tn=0;for(let N=1;N<v.length;N++)tn+=t[N][0].length}else{t.length==0&&(i.data=i._data=t=[[]]),ei=t[0],tn=ei.length;let N=t;if(F==2){N=t.slice();let U=N[0]=Array(tn);for(let W=0;W<tn;W++)U[W]=W}i._data=t=N}if(he(!0),En("setData"),F==2&&(Mt=!0),T!==!1){let N=I;N.auto(i,Es)?Co():Cs(b,N.min,N.max),nt=nt||st.left>=0,vt=!0,Un()}}i.setData=Ao;function Co(){Es=!0;let y,T;s==1&&(tn>0?(on=ki[0]=0,an=ki[1]=tn-1,y=t[0][on],T=t[0][an],F==2?(y=on,T=an):y==T&&(F==3?[y,T]=nh(y,y,I.log,!1):F==4?[y,T]=yf(y,y,I.log,!1):I.time?T=y+yn(86400/m):[y,T]=Qc(y,T,Sf,!0))):(on=ki[0]=y=null,an=ki[1]=T=null)),Cs(b,y,T)}let _r,Ts,xr,C,V,tt,Y,J,At,It;function Ct(y,T,N,U,W,Q){y??=km,N??=bf,U??="butt",W??=km,Q??="round",y!=_r&&(h.strokeStyle=_r=y),W!=Ts&&(h.fillStyle=Ts=W),T!=xr&&(h.lineWidth=xr=T),Q!=V&&(h.lineJoin=V=Q),U!=tt&&(h.lineCap=tt=U),N!=C&&h.setLineDash(C=N)}function Lt(y,T,N,U){T!=Ts&&(h.fillStyle=Ts=T),y!=Y&&(h.font=Y=y),N!=J&&(h.textAlign=J=N),U!=At&&(h.textBaseline=At=U)}function Gt(y,T,N,U,W=0){if(U.length>0&&y.auto(i,Es)&&(T==null||T.min==null)){let Q=we(on,0),ft=we(an,U.length-1),xt=N.min==null?Mb(U,Q,ft,W,y.distr==3):[N.min,N.max];y.min=Oi(y.min,N.min=xt[0]),y.max=jn(y.max,N.max=xt[1])}}let ee={min:null,max:null};function de(){for(let U in S){let W=S[U];G[U]==null&&(W.min==null||G[b]!=null&&W.auto(i,Es))&&(G[U]=ee)}for(let U in S){let W=S[U];G[U]==null&&W.from!=null&&G[W.from]!=null&&(G[U]=ee)}G[b]!=null&&he(!0);let y={};for(let U in G){let W=G[U];if(W!=null){let Q=y[U]=xo(S[U],Ib);if(W.min!=null)mn(Q,W);else if(U!=b||s==2)if(tn==0&&Q.from==null){let ft=Q.range(i,null,null,U);Q.min=ft[0],Q.max=ft[1]}else Q.min=Oe,Q.max=-Oe}}if(tn>0){v.forEach((U,W)=>{if(s==1){let Q=U.scale,ft=G[Q];if(ft==null)return;let xt=y[Q];if(W==0){let bt=xt.range(i,xt.min,xt.max,Q);xt.min=bt[0],xt.max=bt[1],on=Fi(xt.min,t[0]),an=Fi(xt.max,t[0]),an-on>1&&(t[0][on]<xt.min&&on++,t[0][an]>xt.max&&an--),U.min=ei[on],U.max=ei[an]}else U.show&&U.auto&&Gt(xt,ft,U,t[W],U.sorted);U.idxs[0]=on,U.idxs[1]=an}else if(W>0&&U.show&&U.auto){let[Q,ft]=U.facets,xt=Q.scale,bt=ft.scale,[Dt,Ut]=t[W],Bt=y[xt],re=y[bt];Bt!=null&&Gt(Bt,G[xt],Q,Dt,Q.sorted),re!=null&&Gt(re,G[bt],ft,Ut,ft.sorted),U.min=ft.min,U.max=ft.max}});for(let U in y){let W=y[U],Q=G[U];if(W.from==null&&(Q==null||Q.min==null)){let ft=W.range(i,W.min==Oe?null:W.min,W.max==-Oe?null:W.max,U);W.min=ft[0],W.max=ft[1]}}}for(let U in y){let W=y[U];if(W.from!=null){let Q=y[W.from];if(Q.min==null)W.min=W.max=null;else{let ft=W.range(i,Q.min,Q.max,U);W.min=ft[0],W.max=ft[1]}}}let T={},N=!1;for(let U in y){let W=y[U],Q=S[U];if(Q.min!=W.min||Q.max!=W.max){Q.min=W.min,Q.max=W.max;let ft=Q.distr;Q._min=ft==3?bs(Q.min):ft==4?nf(Q.min,Q.asinh):ft==100?Q.fwd(Q.min):Q.min,Q._max=ft==3?bs(Q.max):ft==4?nf(Q.max,Q.asinh):ft==100?Q.fwd(Q.max):Q.max,T[U]=N=!0}}if(N){v.forEach((U,W)=>{s==2?W>0&&T.y&&(U._paths=null):T[U.scale]&&(U._paths=null)});for(let U in T)Mt=!0,En("setScale",U);at&&st.left>=0&&(nt=vt=!0)}for(let U in G)G[U]=null}function Vt(y){let T=uf(on-1,0,tn-1),N=uf(an+1,0,tn-1);for(;y[T]==null&&T>0;)T--;for(;y[N]==null&&N<tn-1;)N++;return[T,N]}function pe(){if(tn>0){let y=v.some(T=>T._focus)&&It!=zt.alpha;y&&(h.globalAlpha=It=zt.alpha),v.forEach((T,N)=>{if(N>0&&T.show&&(je(N,!1),je(N,!0),T._paths==null)){let U=It;It!=T.alpha&&(h.globalAlpha=It=T.alpha);let W=s==2?[0,t[N][0].length-1]:Vt(t[N]);T._paths=T.paths(i,N,W[0],W[1]),It!=U&&(h.globalAlpha=It=U)}}),v.forEach((T,N)=>{if(N>0&&T.show){let U=It;It!=T.alpha&&(h.globalAlpha=It=T.alpha),T._paths!=null&&Re(N,!1);{let W=T._paths!=null?T._paths.gaps:null,Q=T.points.show(i,N,on,an,W),ft=T.points.filter(i,N,Q,W);(Q||ft)&&(T.points._paths=T.points.paths(i,N,on,an,ft),Re(N,!0))}It!=U&&(h.globalAlpha=It=U),En("drawSeries",N)}}),y&&(h.globalAlpha=It=1)}}function je(y,T){let N=T?v[y].points:v[y];N._stroke=N.stroke(i,y),N._fill=N.fill(i,y)}function Re(y,T){let N=T?v[y].points:v[y],{stroke:U,fill:W,clip:Q,flags:ft,_stroke:xt=N._stroke,_fill:bt=N._fill,_width:Dt=N.width}=N._paths;Dt=Be(Dt*Te,3);let Ut=null,Bt=Dt%2/2;T&&bt==null&&(bt=Dt>0?"#fff":xt);let re=N.pxAlign==1&&Bt>0;if(re&&h.translate(Bt,Bt),!T){let Ee=L-Dt/2,be=M-Dt/2,ge=X+Dt,Zt=gt+Dt;Ut=new Path2D,Ut.rect(Ee,be,ge,Zt)}T?Ot(xt,Dt,N.dash,N.cap,bt,U,W,ft,Q):Pe(y,xt,Dt,N.dash,N.cap,bt,U,W,ft,Ut,Q),re&&h.translate(-Bt,-Bt)}function Pe(y,T,N,U,W,Q,ft,xt,bt,Dt,Ut){let Bt=!1;bt!=0&&R.forEach((re,Ee)=>{if(re.series[0]==y){let be=v[re.series[1]],ge=t[re.series[1]],Zt=(be._paths||La).band;$s(Zt)&&(Zt=re.dir==1?Zt[0]:Zt[1]);let qt,We=null;be.show&&Zt&&wb(ge,on,an)?(We=re.fill(i,Ee)||Q,qt=be._paths.clip):Zt=null,Ot(T,N,U,W,We,ft,xt,bt,Dt,Ut,qt,Zt),Bt=!0}}),Bt||Ot(T,N,U,W,Q,ft,xt,bt,Dt,Ut)}let _n=vo|pf;function Ot(y,T,N,U,W,Q,ft,xt,bt,Dt,Ut,Bt){Ct(y,T,N,U,W),(bt||Dt||Bt)&&(h.save(),bt&&h.clip(bt),Dt&&h.clip(Dt)),Bt?(xt&_n)==_n?(h.clip(Bt),Ut&&h.clip(Ut),_e(W,ft),hn(y,Q,T)):xt&pf?(_e(W,ft),h.clip(Bt),hn(y,Q,T)):xt&vo&&(h.save(),h.clip(Bt),Ut&&h.clip(Ut),_e(W,ft),h.restore(),hn(y,Q,T)):(_e(W,ft),hn(y,Q,T)),(bt||Dt||Bt)&&h.restore()}function hn(y,T,N){N>0&&(T instanceof Map?T.forEach((U,W)=>{h.strokeStyle=_r=W,h.stroke(U)}):T!=null&&y&&h.stroke(T))}function _e(y,T){T instanceof Map?T.forEach((N,U)=>{h.fillStyle=Ts=U,h.fill(N)}):T!=null&&y&&h.fill(T)}function rs(y,T,N,U){let W=A[y],Q;if(U<=0)Q=[0,0];else{let ft=W._space=W.space(i,y,T,N,U),xt=W._incrs=W.incrs(i,y,T,N,U,ft);Q=Xw(T,N,xt,U,ft)}return W._found=Q}function un(y,T,N,U,W,Q,ft,xt,bt,Dt){let Ut=ft%2/2;_==1&&h.translate(Ut,Ut),Ct(xt,ft,bt,Dt,xt),h.beginPath();let Bt,re,Ee,be,ge=W+(U==0||U==3?-Q:Q);N==0?(re=W,be=ge):(Bt=W,Ee=ge);for(let Zt=0;Zt<y.length;Zt++)T[Zt]!=null&&(N==0?Bt=Ee=y[Zt]:re=be=y[Zt],h.moveTo(Bt,re),h.lineTo(Ee,be));h.stroke(),_==1&&h.translate(-Ut,-Ut)}function vr(y){let T=!0;return A.forEach((N,U)=>{if(!N.show)return;let W=S[N.scale];if(W.min==null){N._show&&(T=!1,N._show=!1,he(!1));return}else N._show||(T=!1,N._show=!0,he(!1));let Q=N.side,ft=Q%2,{min:xt,max:bt}=W,[Dt,Ut]=rs(U,xt,bt,ft==0?z:Pt);if(Ut==0)return;let Bt=W.distr==2,re=N._splits=N.splits(i,U,xt,bt,Dt,Ut,Bt),Ee=W.distr==2?re.map(qt=>ei[qt]):re,be=W.distr==2?ei[re[1]]-ei[re[0]]:Dt,ge=N._values=N.values(i,N.filter(i,Ee,U,Ut,be),U,Ut,be);N._rotate=Q==2?N.rotate(i,ge,U,Ut):0;let Zt=N._size;N._size=Mi(N.size(i,ge,U,y)),Zt!=null&&N._size!=Zt&&(T=!1)}),T}function zi(y){let T=!0;return To.forEach((N,U)=>{let W=N(i,U,Bi,y);W!=bi[U]&&(T=!1),bi[U]=W}),T}function os(){for(let y=0;y<A.length;y++){let T=A[y];if(!T.show||!T._show)continue;let N=T.side,U=N%2,W,Q,ft=T.stroke(i,y),xt=N==0||N==3?-1:1,[bt,Dt]=T._found;if(T.label!=null){let $n=T.labelGap*xt,si=yn((T._lpos+$n)*Te);Lt(T.labelFont[0],ft,"center",N==2?"top":Bm),h.save(),U==1?(W=Q=0,h.translate(si,yn(M+gt/2)),h.rotate((N==3?-Kc:Kc)/2)):(W=yn(L+X/2),Q=si);let Ks=Ag(T.label)?T.label(i,y,bt,Dt):T.label;h.fillText(Ks,W,Q),h.restore()}if(Dt==0)continue;let Ut=S[T.scale],Bt=U==0?X:gt,re=U==0?L:M,Ee=T._splits,be=Ut.distr==2?Ee.map($n=>ei[$n]):Ee,ge=Ut.distr==2?ei[Ee[1]]-ei[Ee[0]]:bt,Zt=T.ticks,qt=T.border,We=Zt.show?Zt.size:0,nn=yn(We*Te),Tn=yn((T.alignTo==2?T._size-We-T.gap:T.gap)*Te),Ne=T._rotate*-Kc/180,sn=p(T._pos*Te),ni=(nn+Tn)*xt,qn=sn+ni;Q=U==0?qn:0,W=U==1?qn:0;let mi=T.font[0],wi=T.align==1?fo:T.align==2?Qu:Ne>0?fo:Ne<0?Qu:U==0?"center":N==3?Qu:fo,Hi=Ne||U==1?"middle":N==2?"top":Bm;Lt(mi,ft,wi,Hi);let ii=T.font[1]*T.lineGap,gi=Ee.map($n=>p(a($n,Ut,Bt,re))),Ei=T._values;for(let $n=0;$n<Ei.length;$n++){let si=Ei[$n];if(si!=null){U==0?W=gi[$n]:Q=gi[$n],si=""+si;let Ks=si.indexOf(`
`)==-1?[si]:si.split(/\n/gm);for(let Yn=0;Yn<Ks.length;Yn++){let td=Ks[Yn];Ne?(h.save(),h.translate(W,Q+Yn*ii),h.rotate(Ne),h.fillText(td,0,0),h.restore()):h.fillText(td,W,Q+Yn*ii)}}}Zt.show&&un(gi,Zt.filter(i,be,y,Dt,ge),U,N,sn,nn,Be(Zt.width*Te,3),Zt.stroke(i,y),Zt.dash,Zt.cap);let Wi=T.grid;Wi.show&&un(gi,Wi.filter(i,be,y,Dt,ge),U,U==0?2:1,U==0?M:L,U==0?gt:X,Be(Wi.width*Te,3),Wi.stroke(i,y),Wi.dash,Wi.cap),qt.show&&un([sn],[1],U==0?1:0,U==0?1:2,U==1?M:L,U==1?gt:X,Be(qt.width*Te,3),qt.stroke(i,y),qt.dash,qt.cap)}En("drawAxes")}function he(y){v.forEach((T,N)=>{N>0&&(T._paths=null,y&&(s==1?(T.min=null,T.max=null):T.facets.forEach(U=>{U.min=null,U.max=null})))})}let en=!1,Xn=!1,Ie=[];function fn(){Xn=!1;for(let y=0;y<Ie.length;y++)En(...Ie[y]);Ie.length=0}function Un(){en||(Bb(Ff),en=!0)}function Ua(y,T=!1){en=!0,Xn=T,y(i),Ff(),T&&Ie.length>0&&queueMicrotask(fn)}i.batch=Ua;function Ff(){if(ct&&(de(),ct=!1),Mt&&(Tt(),Mt=!1),St){if($e(d,fo,Yt),$e(d,"top",oe),$e(d,Ca,z),$e(d,Ra,Pt),$e(g,fo,Yt),$e(g,"top",oe),$e(g,Ca,z),$e(g,Ra,Pt),$e(f,Ca,Qe),$e(f,Ra,cn),u.width=yn(Qe*Te),u.height=yn(cn*Te),A.forEach(({_el:y,_show:T,_size:N,_pos:U,side:W})=>{if(y!=null)if(T){let Q=W===3||W===0?N:0,ft=W%2==1;$e(y,ft?"left":"top",U-Q),$e(y,ft?"width":"height",N),$e(y,ft?"top":"left",ft?oe:Yt),$e(y,ft?"height":"width",ft?Pt:z),cf(y,fr)}else fi(y,fr)}),_r=Ts=xr=V=tt=Y=J=At=C=null,It=1,Io(!0),Yt!=Et||oe!=Ue||z!=Ht||Pt!=$t){he(!1);let y=z/Ht,T=Pt/$t;if(at&&!nt&&st.left>=0){st.left*=y,st.top*=T,yr&&ns(yr,yn(st.left),0,z,Pt),Sr&&ns(Sr,0,yn(st.top),z,Pt);for(let N=0;N<ce.length;N++){let U=ce[N];U!=null&&(Ve[N]*=y,Wn[N]*=T,ns(U,Mi(Ve[N]),Mi(Wn[N]),z,Pt))}}if(He.show&&!ot&&He.left>=0&&He.width>0){He.left*=y,He.width*=y,He.top*=T,He.height*=T;for(let N in _h)$e(wr,N,He[N])}Et=Yt,Ue=oe,Ht=z,$t=Pt}En("setSize"),St=!1}Qe>0&&cn>0&&(h.clearRect(0,0,u.width,u.height),En("drawClear"),w.forEach(y=>y()),En("draw")),He.show&&ot&&(Fa(He),ot=!1),at&&nt&&(Zs(null,!0,!1),nt=!1),K.show&&K.live&&vt&&(mh(),vt=!1),l||(l=!0,i.status=1,En("ready")),Es=!1,en=!1}i.redraw=(y,T)=>{Mt=T||!1,y!==!1?Cs(b,I.min,I.max):Un()};function fh(y,T){let N=S[y];if(N.from==null){if(tn==0){let U=N.range(i,T.min,T.max,y);T.min=U[0],T.max=U[1]}if(T.min>T.max){let U=T.min;T.min=T.max,T.max=U}if(tn>1&&T.min!=null&&T.max!=null&&T.max-T.min<1e-16)return;y==b&&N.distr==2&&tn>0&&(T.min=Fi(T.min,t[0]),T.max=Fi(T.max,t[0]),T.min==T.max&&T.max++),G[y]=T,ct=!0,Un()}}i.setScale=fh;let dh,ph,yr,Sr,Of,Bf,Mr,br,kf,zf,Ge,Ye,As=!1,Pn=st.drag,bn=Pn.x,wn=Pn.y;at&&(st.x&&(dh=Si(lb,g)),st.y&&(ph=Si(cb,g)),I.ori==0?(yr=dh,Sr=ph):(yr=ph,Sr=dh),Ge=st.left,Ye=st.top);let He=i.select=mn({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),wr=He.show?Si(ab,He.over?g:d):null;function Fa(y,T){if(He.show){for(let N in y)He[N]=y[N],N in _h&&$e(wr,N,y[N]);T!==!1&&En("setSelect")}}i.setSelect=Fa;function A0(y){if(v[y].show)q&&cf(Qt[y],fr);else if(q&&fi(Qt[y],fr),at){let N=Rt?ce[0]:ce[y];N!=null&&ns(N,-10,-10,z,Pt)}}function Cs(y,T,N){fh(y,{min:T,max:N})}function Vi(y,T,N,U){T.focus!=null&&L0(y),T.show!=null&&v.forEach((W,Q)=>{Q>0&&(y==Q||y==null)&&(W.show=T.show,A0(Q),s==2?(Cs(W.facets[0].scale,null,null),Cs(W.facets[1].scale,null,null)):Cs(W.scale,null,null),Un())}),N!==!1&&En("setSeries",y,T),U&&Lo("setSeries",i,y,T)}i.setSeries=Vi;function C0(y,T){mn(R[y],T)}function R0(y,T){y.fill=ye(y.fill||null),y.dir=we(y.dir,-1),T=T??R.length,R.splice(T,0,y)}function P0(y){y==null?R.length=0:R.splice(y,1)}i.addBand=R0,i.setBand=C0,i.delBand=P0;function I0(y,T){v[y].alpha=T,at&&ce[y]!=null&&(ce[y].style.opacity=T),q&&Qt[y]&&(Qt[y].style.opacity=T)}let as,Rs,Js,Er={focus:!0};function L0(y){if(y!=Js){let T=y==null,N=zt.alpha!=1;v.forEach((U,W)=>{if(s==1||W>0){let Q=T||W==0||W==y;U._focus=T?null:Q,N&&I0(W,Q?1:zt.alpha)}}),Js=y,N&&Un()}}q&&jt&&Me(Gm,pt,y=>{st._lock||(Kt(y),Js!=null&&Vi(null,Er,!0,dn.setSeries))});function Gi(y,T,N){let U=S[T];N&&(y=y/Te-(U.ori==1?oe:Yt));let W=z;U.ori==1&&(W=Pt,y=W-y),U.dir==-1&&(y=W-y);let Q=U._min,ft=U._max,xt=y/W,bt=Q+(ft-Q)*xt,Dt=U.distr;return Dt==3?go(10,bt):Dt==4?Tb(bt,U.asinh):Dt==100?U.bwd(bt):bt}function N0(y,T){let N=Gi(y,b,T);return Fi(N,t[0],on,an)}i.valToIdx=y=>Fi(y,t[0]),i.posToIdx=N0,i.posToVal=Gi,i.valToPos=(y,T,N)=>S[T].ori==0?r(y,S[T],N?X:z,N?L:0):o(y,S[T],N?gt:Pt,N?M:0),i.setCursor=(y,T,N)=>{Ge=y.left,Ye=y.top,Zs(null,T,N)};function Vf(y,T){$e(wr,fo,He.left=y),$e(wr,Ca,He.width=T)}function Gf(y,T){$e(wr,"top",He.top=y),$e(wr,Ra,He.height=T)}let Ro=I.ori==0?Vf:Gf,Po=I.ori==1?Vf:Gf;function D0(){if(q&&K.live)for(let y=s==2?1:0;y<v.length;y++){if(y==0&&le)continue;let T=K.values[y],N=0;for(let U in T)kt[y][N++].firstChild.nodeValue=T[U]}}function mh(y,T){if(y!=null&&(y.idxs?y.idxs.forEach((N,U)=>{rt[U]=N}):Pb(y.idx)||rt.fill(y.idx),K.idx=rt[0]),q&&K.live){for(let N=0;N<v.length;N++)(N>0||s==1&&!le)&&U0(N,rt[N]);D0()}vt=!1,T!==!1&&En("setLegend")}i.setLegend=mh;function U0(y,T){let N=v[y],U=y==0&&F==2?ei:t[y],W;le?W=N.values(i,y,T)??te:(W=N.value(i,T==null?null:U[T],y,T),W=W==null?te:{_:W}),K.values[y]=W}function Zs(y,T,N){kf=Ge,zf=Ye,[Ge,Ye]=st.move(i,Ge,Ye),st.left=Ge,st.top=Ye,at&&(yr&&ns(yr,yn(Ge),0,z,Pt),Sr&&ns(Sr,0,yn(Ye),z,Pt));let U,W=on>an;as=Oe,Rs=null;let Q=I.ori==0?z:Pt,ft=I.ori==1?z:Pt;if(Ge<0||tn==0||W){U=st.idx=null;for(let xt=0;xt<v.length;xt++){let bt=ce[xt];bt!=null&&ns(bt,-10,-10,z,Pt)}jt&&Vi(null,Er,!0,y==null&&dn.setSeries),K.live&&(rt.fill(U),vt=!0)}else{let xt,bt,Dt;s==1&&(xt=I.ori==0?Ge:Ye,bt=Gi(xt,b),U=st.idx=Fi(bt,t[0],on,an),Dt=O(t[0][U],I,Q,0));let Ut=-10,Bt=-10,re=0,Ee=0,be=!0,ge="",Zt="";for(let qt=s==2?1:0;qt<v.length;qt++){let We=v[qt],nn=rt[qt],Tn=nn==null?null:s==1?t[qt][nn]:t[qt][1][nn],Ne=st.dataIdx(i,qt,U,bt),sn=Ne==null?null:s==1?t[qt][Ne]:t[qt][1][Ne];if(vt=vt||sn!=Tn||Ne!=nn,rt[qt]=Ne,qt>0&&We.show){let ni=Ne==null?-10:Ne==U?Dt:O(s==1?t[0][Ne]:t[qt][0][Ne],I,Q,0),qn=sn==null?-10:D(sn,s==1?S[We.scale]:S[We.facets[1].scale],ft,0);if(jt&&sn!=null){let mi=I.ori==1?Ge:Ye,wi=Sn(zt.dist(i,qt,Ne,qn,mi));if(wi<as){let Hi=zt.bias;if(Hi!=0){let ii=Gi(mi,We.scale),gi=sn>=0?1:-1,Ei=ii>=0?1:-1;Ei==gi&&(Ei==1?Hi==1?sn>=ii:sn<=ii:Hi==1?sn<=ii:sn>=ii)&&(as=wi,Rs=qt)}else as=wi,Rs=qt}}if(vt||Rt){let mi,wi;I.ori==0?(mi=ni,wi=qn):(mi=qn,wi=ni);let Hi,ii,gi,Ei,Wi,$n,si=!0,Ks=mt.bbox;if(Ks!=null){si=!1;let Yn=Ks(i,qt);gi=Yn.left,Ei=Yn.top,Hi=Yn.width,ii=Yn.height}else gi=mi,Ei=wi,Hi=ii=mt.size(i,qt);if($n=mt.fill(i,qt),Wi=mt.stroke(i,qt),Rt)qt==Rs&&as<=zt.prox&&(Ut=gi,Bt=Ei,re=Hi,Ee=ii,be=si,ge=$n,Zt=Wi);else{let Yn=ce[qt];Yn!=null&&(Ve[qt]=gi,Wn[qt]=Ei,Jm(Yn,Hi,ii,si),$m(Yn,$n,Wi),ns(Yn,Mi(gi),Mi(Ei),z,Pt))}}}}if(Rt){let qt=zt.prox,We=Js==null?as<=qt:as>qt||Rs!=Js;if(vt||We){let nn=ce[0];nn!=null&&(Ve[0]=Ut,Wn[0]=Bt,Jm(nn,re,Ee,be),$m(nn,ge,Zt),ns(nn,Mi(Ut),Mi(Bt),z,Pt))}}}if(He.show&&As)if(y!=null){let[xt,bt]=dn.scales,[Dt,Ut]=dn.match,[Bt,re]=y.cursor.sync.scales,Ee=y.cursor.drag;if(bn=Ee._x,wn=Ee._y,bn||wn){let{left:be,top:ge,width:Zt,height:qt}=y.select,We=y.scales[Bt].ori,nn=y.posToVal,Tn,Ne,sn,ni,qn,mi=xt!=null&&Dt(xt,Bt),wi=bt!=null&&Ut(bt,re);mi&&bn?(We==0?(Tn=be,Ne=Zt):(Tn=ge,Ne=qt),sn=S[xt],ni=O(nn(Tn,Bt),sn,Q,0),qn=O(nn(Tn+Ne,Bt),sn,Q,0),Ro(Oi(ni,qn),Sn(qn-ni))):Ro(0,Q),wi&&wn?(We==1?(Tn=be,Ne=Zt):(Tn=ge,Ne=qt),sn=S[bt],ni=D(nn(Tn,re),sn,ft,0),qn=D(nn(Tn+Ne,re),sn,ft,0),Po(Oi(ni,qn),Sn(qn-ni))):Po(0,ft)}else xh()}else{let xt=Sn(kf-Of),bt=Sn(zf-Bf);if(I.ori==1){let re=xt;xt=bt,bt=re}bn=Pn.x&&xt>=Pn.dist,wn=Pn.y&&bt>=Pn.dist;let Dt=Pn.uni;Dt!=null?bn&&wn&&(bn=xt>=Dt,wn=bt>=Dt,!bn&&!wn&&(bt>xt?wn=!0:bn=!0)):Pn.x&&Pn.y&&(bn||wn)&&(bn=wn=!0);let Ut,Bt;bn&&(I.ori==0?(Ut=Mr,Bt=Ge):(Ut=br,Bt=Ye),Ro(Oi(Ut,Bt),Sn(Bt-Ut)),wn||Po(0,ft)),wn&&(I.ori==1?(Ut=Mr,Bt=Ge):(Ut=br,Bt=Ye),Po(Oi(Ut,Bt),Sn(Bt-Ut)),bn||Ro(0,Q)),!bn&&!wn&&(Ro(0,0),Po(0,0))}if(Pn._x=bn,Pn._y=wn,y==null){if(N){if(Qf!=null){let[xt,bt]=dn.scales;dn.values[0]=xt!=null?Gi(I.ori==0?Ge:Ye,xt):null,dn.values[1]=bt!=null?Gi(I.ori==1?Ge:Ye,bt):null}Lo(tf,i,Ge,Ye,z,Pt,U)}if(jt){let xt=N&&dn.setSeries,bt=zt.prox;Js==null?as<=bt&&Vi(Rs,Er,!0,xt):as>bt?Vi(null,Er,!0,xt):Rs!=Js&&Vi(Rs,Er,!0,xt)}}vt&&(K.idx=U,mh()),T!==!1&&En("setCursor")}let Ps=null;Object.defineProperty(i,"rect",{get(){return Ps==null&&Io(!1),Ps}});function Io(y=!1){y?Ps=null:(Ps=g.getBoundingClientRect(),En("syncRect",Ps))}function Hf(y,T,N,U,W,Q,ft){st._lock||As&&y!=null&&y.movementX==0&&y.movementY==0||(gh(y,T,N,U,W,Q,ft,!1,y!=null),y!=null?Zs(null,!0,!0):Zs(T,!0,!1))}function gh(y,T,N,U,W,Q,ft,xt,bt){if(Ps==null&&Io(!1),Kt(y),y!=null)N=y.clientX-Ps.left,U=y.clientY-Ps.top;else{if(N<0||U<0){Ge=-10,Ye=-10;return}let[Dt,Ut]=dn.scales,Bt=T.cursor.sync,[re,Ee]=Bt.values,[be,ge]=Bt.scales,[Zt,qt]=dn.match,We=T.axes[0].side%2==1,nn=I.ori==0?z:Pt,Tn=I.ori==1?z:Pt,Ne=We?Q:W,sn=We?W:Q,ni=We?U:N,qn=We?N:U;if(be!=null?N=Zt(Dt,be)?a(re,S[Dt],nn,0):-10:N=nn*(ni/Ne),ge!=null?U=qt(Ut,ge)?a(Ee,S[Ut],Tn,0):-10:U=Tn*(qn/sn),I.ori==1){let mi=N;N=U,U=mi}}bt&&(T==null||T.cursor.event.type==tf)&&((N<=1||N>=z-1)&&(N=hr(N,z)),(U<=1||U>=Pt-1)&&(U=hr(U,Pt))),xt?(Of=N,Bf=U,[Mr,br]=st.move(i,N,U)):(Ge=N,Ye=U)}let _h={width:0,height:0,left:0,top:0};function xh(){Fa(_h,!1)}let Wf,Xf,qf,$f;function Yf(y,T,N,U,W,Q,ft){As=!0,bn=wn=Pn._x=Pn._y=!1,gh(y,T,N,U,W,Q,ft,!0,!1),y!=null&&(Me(ef,af,Jf,!1),Lo(zm,i,Mr,br,z,Pt,null));let{left:xt,top:bt,width:Dt,height:Ut}=He;Wf=xt,Xf=bt,qf=Dt,$f=Ut}function Jf(y,T,N,U,W,Q,ft){As=Pn._x=Pn._y=!1,gh(y,T,N,U,W,Q,ft,!1,!0);let{left:xt,top:bt,width:Dt,height:Ut}=He,Bt=Dt>0||Ut>0,re=Wf!=xt||Xf!=bt||qf!=Dt||$f!=Ut;if(Bt&&re&&Fa(He),Pn.setScale&&Bt&&re){let Ee=xt,be=Dt,ge=bt,Zt=Ut;if(I.ori==1&&(Ee=bt,be=Ut,ge=xt,Zt=Dt),bn&&Cs(b,Gi(Ee,b),Gi(Ee+be,b)),wn)for(let qt in S){let We=S[qt];qt!=b&&We.from==null&&We.min!=Oe&&Cs(qt,Gi(ge+Zt,qt),Gi(ge,qt))}xh()}else st.lock&&(st._lock=!st._lock,Zs(T,!0,y!=null));y!=null&&(gn(ef,af),Lo(ef,i,Ge,Ye,z,Pt,null))}function F0(y,T,N,U,W,Q,ft){if(st._lock)return;Kt(y);let xt=As;if(As){let bt=!0,Dt=!0,Ut=10,Bt,re;I.ori==0?(Bt=bn,re=wn):(Bt=wn,re=bn),Bt&&re&&(bt=Ge<=Ut||Ge>=z-Ut,Dt=Ye<=Ut||Ye>=Pt-Ut),Bt&&bt&&(Ge=Ge<Mr?0:z),re&&Dt&&(Ye=Ye<br?0:Pt),Zs(null,!0,!0),As=!1}Ge=-10,Ye=-10,rt.fill(null),Zs(null,!0,!0),xt&&(As=xt)}function Zf(y,T,N,U,W,Q,ft){st._lock||(Kt(y),Co(),xh(),y!=null&&Lo(Hm,i,Ge,Ye,z,Pt,null))}function Kf(){A.forEach(qw),k(i.width,i.height,!0)}dr(jc,mo,Kf);let Tr={};Tr.mousedown=Yf,Tr.mousemove=Hf,Tr.mouseup=Jf,Tr.dblclick=Zf,Tr.setSeries=(y,T,N,U)=>{let W=dn.match[2];N=W(i,T,N),N!=-1&&Vi(N,U,!0,!1)},at&&(Me(zm,g,Yf),Me(tf,g,Hf),Me(Vm,g,y=>{Kt(y),Io(!1)}),Me(Gm,g,F0),Me(Hm,g,Zf),mf.add(i),i.syncRect=Io);let Oa=i.hooks=n.hooks||{};function En(y,T,N){Xn?Ie.push([y,T,N]):y in Oa&&Oa[y].forEach(U=>{U.call(null,i,T,N)})}(n.plugins||[]).forEach(y=>{for(let T in y.hooks)Oa[T]=(Oa[T]||[]).concat(y.hooks[T])});let jf=(y,T,N)=>N,dn=mn({key:null,setSeries:!1,filters:{pub:tg,sub:tg},scales:[b,v[1]?v[1].scale:null],match:[eg,eg,jf],values:[null,null]},st.sync);dn.match.length==2&&dn.match.push(jf),st.sync=dn;let Qf=dn.key,vh=Kg(Qf);function Lo(y,T,N,U,W,Q,ft){dn.filters.pub(y,T,N,U,W,Q,ft)&&vh.pub(y,T,N,U,W,Q,ft)}vh.sub(i);function O0(y,T,N,U,W,Q,ft){dn.filters.sub(y,T,N,U,W,Q,ft)&&Tr[y](null,T,N,U,W,Q,ft)}i.pub=O0;function B0(){vh.unsub(i),mf.delete(i),Mn.clear(),hf(jc,mo,Kf),c.remove(),pt?.remove(),En("destroy")}i.destroy=B0;function yh(){En("init",n,t),Ao(t||n.data,!1),G[b]?fh(b,G[b]):Co(),ot=He.show&&(He.width>0||He.height>0),nt=vt=!0,k(n.width,n.height)}return v.forEach(gr),A.forEach(is),e?e instanceof HTMLElement?(e.appendChild(c),yh()):e(i,yh):yh(),i}Rn.assign=mn;Rn.fmtNum=Mf;Rn.rangeNum=Qc;Rn.rangeLog=nh;Rn.rangeAsinh=yf;Rn.orient=mr;Rn.pxRatio=Te;Rn.join=Ob;Rn.fmtDate=wf,Rn.tzDate=Yb;Rn.sync=Kg;{Rn.addGap=Pw,Rn.clipGaps=rh;let n=Rn.paths={points:i0};n.linear=r0,n.stepped=Nw,n.bars=Dw,n.spline=Fw}var c0=[[],[7,4],[2,3],[9,3,2,3]],h0=["#3b76c4","#d9822b","#3a9d5d","#c2453d","#8561b5","#8c6d4f","#cf6ea6","#7a7a7a","#a8a32f","#2ba3b5"],If=n=>h0[n%h0.length],ch=class{constructor(t,e,i){Object.assign(this,{box:t,clock:e,told:i,charts:[],bands:[],span:null,range:null}),this.resized=new ResizeObserver(()=>this.fit()),this.resized.observe(t),Is.hear(({name:s,t:r,from:o})=>{s===e&&o!==this&&t.isConnected&&this.point(r)}),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>t.isConnected&&this.build())}set(t,e,i){let s=JSON.stringify(e.map(r=>[r.title,r.lines.map(o=>o.key)]));Object.assign(this,{t,panes:e,span:i}),s===this.form&&this.charts.length?this.charts.forEach((r,o)=>{r.batch(()=>{r.setData([t,...e[o].lines.map(a=>a.y)],!1),this.scale(r)})}):(this.form=s,this.build())}scale(t){let[e,i]=this.range||this.span;t.setScale("x",{min:e,max:i})}height(){let t=Math.max(1,this.panes.length),e=Math.max(420,Math.min(innerHeight-260,820));return Math.max(150,Math.floor(e/t)-26)}build(){this.charts.forEach(r=>r.destroy());let t=Fn("--soft"),e=Fn("--line"),i=Math.max(240,this.box.clientWidth-2),s=this.height();this.charts=this.panes.map((r,o)=>{let a=o===this.panes.length-1,l={stroke:t,grid:{stroke:e,width:1},ticks:{stroke:e,width:1},font:"11px system-ui"};return new Rn({width:i,height:s+(a?24:0),legend:{show:!1},cursor:{sync:{key:this.clock,scales:["x",null]},drag:{x:!0,y:!1,setScale:!1},points:{show:!1},bind:{dblclick:()=>()=>this.move(null)}},scales:{x:{time:!1}},axes:[{...l,size:a?40:16,label:a?"t [s]":null,labelSize:a?16:0,values:a?void 0:()=>[]},{...l,size:58,label:r.title,labelSize:18,labelFont:"12px system-ui"}],series:[{},...r.lines.map(c=>({label:c.label,stroke:If(c.joint),width:c.wide||1.2,alpha:c.dash?.85:1,dash:c0[c.dash%c0.length],points:{show:!1},spanGaps:!1}))],hooks:{draw:[c=>this.shade(c)],setCursor:[c=>this.cursor(c)],setSelect:[c=>this.select(c)],ready:[c=>this.gestures(c)]}},[this.t,...r.lines.map(c=>c.y)],this.box)}),this.charts.forEach((r,o)=>{this.scale(r),r.root.querySelector("canvas").setAttribute("aria-hidden","true"),r.root.setAttribute("role","img"),r.root.setAttribute("aria-label",`${this.panes[o].title} over time`)})}fit(){let t=Math.max(240,this.box.clientWidth-2);if(this.width===t||!this.charts.length)return;this.width=t;let e=this.height();this.charts.forEach((i,s)=>i.setSize({width:t,height:e+(s===this.charts.length-1?24:0)}))}move(t){this.range=t,this.charts.forEach(e=>this.scale(e)),this.told.range(t)}shade(t){let{ctx:e,bbox:i}=t;e.save(),e.beginPath(),e.rect(i.left,i.top,i.width,i.height),e.clip();for(let{from:s,to:r,colour:o,opacity:a}of this.bands){let l=t.valToPos(s,"x",!0),c=t.valToPos(r,"x",!0);e.globalAlpha=a,e.fillStyle=o,e.fillRect(l,i.top,Math.max(1.5,c-l),i.height)}e.restore()}shadeAll(t){this.bands=t,this.charts.forEach(e=>e.redraw(!1))}cursor(t){let{idx:e,left:i}=t.cursor;if(e==null||i<0||this.quiet)return;let s=t.posToVal(i,"x");s!==this.at&&(this.at=s,Is.tell(this.clock,s,this),this.told.cursor(s,e))}point(t){this.quiet=!0;for(let e of this.charts)e.setCursor({left:e.valToPos(t,"x"),top:5},!1);this.quiet=!1,this.t?.length&&this.told.cursor(t,Rn.closestIdx?.(t,this.t)??$w(this.t,t))}select(t){let{left:e,width:i}=t.select;if(i<4)return;let s=t.posToVal(e,"x"),r=t.posToVal(e+i,"x");this.told.select(Math.max(s,this.span[0]),Math.min(r,this.span[1]))}unselect(){for(let t of this.charts)t.setSelect({left:0,width:0,top:0,height:0},!1)}gestures(t){let{over:e}=t;e.addEventListener("wheel",i=>{i.preventDefault();let[s,r]=this.range||this.span,o=t.posToVal(i.clientX-e.getBoundingClientRect().left,"x");if(Math.abs(i.deltaX)>Math.abs(i.deltaY))return this.move([s,r].map(c=>c+.001*i.deltaX*(r-s)));let l=Math.exp(.002*i.deltaY);return this.move([o+(s-o)*l,o+(r-o)*l])},{passive:!1}),e.addEventListener("mousedown",i=>{if(!i.shiftKey&&i.button!==1)return;i.preventDefault(),i.stopImmediatePropagation();let s=i.clientX,[r,o]=this.range||this.span,a=(o-r)/e.clientWidth,l=u=>this.move([r,o].map(h=>h-(u.clientX-s)*a)),c=()=>{removeEventListener("mousemove",l),removeEventListener("mouseup",c)};addEventListener("mousemove",l),addEventListener("mouseup",c)},!0)}};function $w(n,t){let e=0,i=n.length-1;for(;i-e>1;){let s=e+i>>1;n[s]<=t?e=s:i=s}return t-n[e]<n[i]-t?e:i}function Lf(n,t,e){let i=`dynid.${n}`,s=l=>{let c=Math.max(120,Math.min(900,l));e(c),r.setAttribute("aria-valuenow",String(Math.round(c))),localStorage.setItem(i,String(Math.round(c)))},r=E("div",{class:"splitter",role:"separator",tabindex:0,"aria-orientation":"vertical","aria-label":`width of ${n}`,"aria-valuemin":120,"aria-valuemax":900}),o=()=>Number(r.getAttribute("aria-valuenow")),a=n==="signals"?1:-1;return r.addEventListener("pointerdown",l=>{r.setPointerCapture(l.pointerId);let c=l.clientX,u=o();r.onpointermove=h=>s(u+a*(h.clientX-c)),r.onpointerup=()=>{r.onpointermove=null}}),r.addEventListener("keydown",l=>{let c={ArrowLeft:-16,ArrowRight:16}[l.key];c&&s(o()+a*c)}),s(Number(localStorage.getItem(i))||t),r}var Yw=[["position [rad, m]",["q"]],["velocity [rad/s, m/s]",["qd"]],["torque [Nm, N]",["tau","predicted"]],["motor current [A]",["current"]],["residual [Nm, N]",["residual"]],["temperature [°C]",["temperature"]]],u0={q:"position",qd:"velocity",tau:"torque",current:"current"},hh=n=>`${n.of}|${n.kind}|${n.joint}`,bo=n=>n==null?"":String(Number(n.toPrecision(4))),Jw=(n,t)=>t.alone&&n.joint!==t.alone||t.hidden.has(`${n.of}|${n.kind}`)||t.hidden.has(hh(n));function f0(n,t){let e=[...new Set(n.lines.map(s=>s.of))],i=s=>e.indexOf(s.of)-(s.kind==="residual"?1:0);return Yw.map(([s,r])=>({title:s,lines:n.lines.filter(o=>r.includes(o.kind)&&!Jw(o,t)).map(o=>({key:hh(o),label:`${o.joint}${o.of?` (${o.of})`:""}`,joint:n.joints.indexOf(o.joint),dash:Math.max(0,i(o)),wide:t.alone?1.8:1.2,y:o.y}))})).filter(s=>s.lines.length)}function d0(n,t,e,{fill:i,only:s}){let r=new Map;for(let h of t.lines){let f=`${h.of}|${h.kind}`;r.has(f)||r.set(f,[]),r.get(f).push(h)}let o=new Map,a=h=>{let[f,d]=h.split("|");return["predicted","residual"].includes(d)?`${d}, ${f}`:f?`${u0[d]||d}, ${f}`:u0[d]||d},l=(h,f)=>E("input",{type:"checkbox",checked:!e.hidden.has(h),"aria-label":f,onchange:d=>{e.hidden[d.target.checked?"delete":"add"](h),i()}}),c=new Set([...n.querySelectorAll("details[open]")].map(h=>h.dataset.id)),u=!n.firstChild;return n.replaceChildren(E("div",{class:"bar"},E("h3",{},"Signals"),e.alone?ae(`All joints (now ${e.alone})`,()=>s(""),"small"):null),...[...r].map(([h,f])=>E("div",{class:"branch"},l(h,a(h)),E("details",{open:u?h==="|q"||f.length<4:c.has(h),"data-id":h},E("summary",{},a(h)),f.map(d=>{let g=E("output",{});return o.set(hh(d),[d,g]),E("div",{class:`leaf ${e.alone===d.joint?"here":""}`},l(hh(d),`${a(h)} of ${d.joint}`),E("i",{style:{background:If(t.joints.indexOf(d.joint))}}),E("button",{type:"button",class:"link",title:`${d.joint} alone`,onclick:()=>s(d.joint)},d.joint),g)}))))),o}var Zw=1400,p0="#8a8a8a",Dn={hidden:new Set(["|qd"]),alone:"",runs:[],other:""},m0=n=>{Dn.runs=n};function g0(n,t){let[e,i]=Hn(),s=E("div",{class:"logs"}),r=E("div",{class:"tree"}),o=E("div",{class:"middle"}),a=E("div",{class:"dock"}),l=E("div",{}),c=E("section",{hidden:!0}),u=E("div",{class:"bench"});u.append(E("div",{class:"signals"},s,r),Lf("signals",270,K=>u.style.setProperty("--signals",`${K}px`)),o,Lf("robot",380,K=>u.style.setProperty("--robot",`${K}px`)),a),n.append(e,u,c,l);let h=t,f="",d=null,g=null,_=null,p=[],m=new Map,v=new Set;async function A(){let{project:K,logs:st}=ht.state;h&&!st.includes(h)&&(h=""),h||=uo(K.logs)[0]||st[0]||"";let q=JSON.stringify([h,K.robot,K.columns,K.units,K.lock,K.rate,K.actuated,K.between]);if(!h||!K.robot||q===f)return;f=q,_=null,p=[],et(),![...uo(K.logs),...uo(K.test)].includes(h)&&!v.has(h)&&(v.add(h),await Xt(i,()=>Ze("add",{names:[h]})));let ut=await Xt(i,()=>rn("columns",{name:h}));if(!ut)return S();let pt=Um(h,ut,i);if(await R(),!d)return pt.open=!0,S(),l.replaceChildren(E("section",{},E("h2",{},h),pt));b(pt)}function S(){g=d=null;for(let K of[o,a,r,l])K.replaceChildren()}async function R(K=g?.range){let st={name:h,points:Zw},q=Dn.runs.filter(at=>ht.state.runs.some(ut=>ut.name===at));if(q.length&&(st.runs=q.join(",")),Dn.other&&Dn.other!==h&&ht.state.logs.includes(Dn.other)&&(st.other=Dn.other),K){let at=.5*(K[1]-K[0]);Object.assign(st,{from:K[0]-at,to:K[1]+at})}return d=await Xt(i,()=>rn("log",st)),d}async function b(K){let st=E("div",{class:"plots"}),q=E("div",{class:"picture"},E("canvas",{role:"img","aria-label":"the robot, moving as logged"}),E("div",{class:"controls"},E("button",{type:"button"},"Play"),E("input",{type:"range",min:0,max:1e3,value:0,"aria-label":"time"}),E("output",{}))),at=`${d.samples.toLocaleString("en")} samples at ${Number(d.rate.toPrecision(4))} Hz`;o.replaceChildren(E("div",{class:"bar"},E("h2",{},h),E("span",{class:"soft"},at),x()),st,E("div",{class:"stretch",hidden:!0}),E("p",{class:"soft hint"},"Drag to select a stretch, Shift-drag to pan, scroll to zoom, double-click to show all. Click a joint to see it alone.")),g=new ch(st,"log",{range:D,cursor:I,select:G}),$(),w(),l.replaceChildren(E("section",{},d.notes.length?E("details",{},E("summary",{},"Notes"),E("ol",{class:"notes"},d.notes.map(_t=>E("li",{},_t)))):null,K)),a.replaceChildren(q,E("div",{class:"row"},ae("Check this log",()=>Xt(i,dt),"primary")),E("div",{class:"readout","aria-live":"off"}));let[ut,pt]=await Promise.all([rn("robot"),rn("motion",{name:h})]).catch(_t=>(i(_t.message),[]));pt&&ut.scene?Gc(q,{...ut.scene,...pt}):q.remove()}function x(){let K=ht.state.runs.map(pt=>pt.name),st=ht.state.logs.filter(pt=>pt!==h),q=()=>R().then(pt=>pt&&w()),at=(pt,_t,Ft,Qt)=>{let kt=Ke([["",pt],..._t],_t.includes(Ft)?Ft:"",{"aria-label":pt,onchange:()=>{Qt(kt.value),q()}});return kt},ut=pt=>_t=>{Dn.runs[pt]=_t,Dn.runs=Array.from(Dn.runs,Ft=>Ft||""),q()};return E("span",{class:"overlays"},K.length?at("predicted by …",K,Dn.runs[0],ut(0)):null,K.length>1?at("and by …",K,Dn.runs[1],ut(1)):null,st.length?at("overlay a log …",st,Dn.other,pt=>{Dn.other=pt}):null)}function w(){!g||!d||(g.set(d.t,f0(d,Dn),d.span),B())}function B(){m=d0(r,d,Dn,{fill:w,only:P})}function P(K){Dn.alone=Dn.alone===K?"":K,w()}function I(K,st){for(let[,[at,ut]]of m)ut.textContent=bo(at.y[st]);let q=a.querySelector(".readout");q&&(q.textContent=`t = ${K.toFixed(3)} s`)}let F=!1,O=null;async function D(K){if(F){O=[K];return}if(F=!0,await R(K)&&w(),F=!1,O){let[q]=O;O=null,D(q)}}function G(K,st){let q=o.querySelector(".stretch"),at=ie=>Number(ie.toFixed(4)),[ut,pt]=[at(K),at(st)],_t=()=>{q.hidden=!0,g?.unselect()},Ft=ie=>()=>Xt(i,ie).then(_t),kt=(ju(h)||[d.span.map(at)]).flatMap(([ie,le])=>[[ie,Math.min(le,ut)],[Math.max(ie,pt),le]].filter(([te,ke])=>ke>te));q.hidden=!1,q.replaceChildren(E("b",{},`${ut} to ${pt} s`),ae("Train on it",Ft(()=>Ku(h,"train",$c(h,[[ut,pt]]))),"small"),ae("Mask it",Ft(()=>Gn($c(h,kt))),"small"),ae("Zoom",()=>{_t(),g.move([K,st])},"small"),ae("Close",_t,"small"))}function $(){if(!g)return;let K=ju(h),st=p.map(([at,ut])=>({from:at,to:ut,colour:id,opacity:.18}));if(K&&d){let at=d.span[0];for(let[ut,pt]of[...K].sort((_t,Ft)=>_t[0]-Ft[0]))ut>at&&st.push({from:at,to:ut,colour:p0,opacity:.4}),at=Math.max(at,pt);at<d.span[1]&&st.push({from:at,to:d.span[1],colour:p0,opacity:.4})}g.bands=st,o.querySelector(".masks")?.remove();let q=p.map(([at,ut,pt])=>ae(`${pt}: ${bo(at)} to ${bo(ut)} s`,()=>g.move(H(at,ut)),"small"));K&&q.unshift(E("span",{},`Used: ${K.map(([at,ut])=>`${bo(at)} to ${bo(ut)} s`).join(", ")} `),ae("Use the whole log",()=>Xt(i,()=>Gn($c(h,null))),"small")),q.length&&o.append(E("div",{class:"masks row"},q))}let H=(K,st)=>{let q=Math.max(st-K,.02*(d.span[1]-d.span[0]));return[K-q,st+q]};async function dt(){_=(await Nn("check",{logs:[h],again:!1})).id,et()}let Z="";async function et(){let K=_?ht.jobs.find(at=>at.id===_):null,st=K?`${K.id} ${K.state} ${K.stages.length}`:"";if(st===Z||(Z=st,c.hidden=!K,!K))return;if(K.state!=="done")return c.replaceChildren(lo(K));let{result:q}=await rn(`jobs/${K.id}`).catch(()=>({}));if(!q)return c.replaceChildren(lo(K));p=q.findings.flatMap(at=>at.times.map(([ut,pt])=>[ut,pt,at.kind])),c.replaceChildren(E("h2",{},"Check of the log"),Xc(q.findings),E("p",{class:"soft"},"Same command in the shell: ",E("code",{},K.command))),g&&($(),g.shadeAll(g.bands))}let rt=()=>{ht.state&&(Fm(s,h,i),A())};return rt(),{state:rt,jobs:et}}var Kw="script:not([type='application/json']), meta, link, base, iframe, object, form, h1, footer";async function wo(n){let t=await fetch(Ln(`files/${n}`));if(!t.ok)throw new Error(`${n} cannot be read`);let e=new DOMParser().parseFromString(await t.text(),"text/html"),i=e.querySelector("main");if(!i)throw new Error(`${n} is no page of dynid`);i.querySelectorAll(Kw).forEach(r=>r.remove());let s=E("div",{class:"report"},[...i.childNodes].map(r=>document.importNode(r,!0)));return s.querySelectorAll(".table").forEach(r=>{r.tabIndex=0}),s.querySelectorAll("th:empty").forEach(r=>r.replaceWith(E("td",{}))),s.addEventListener("click",r=>{let o=r.target.closest("a[href^='#']");o&&(r.preventDefault(),s.querySelector(`[id="${CSS.escape(o.getAttribute("href").slice(1))}"]`)?.scrollIntoView({behavior:"smooth"}))}),s}function _0(n,t){let[e,i]=Hn(),s=E("section",{}),r=E("div",{}),o=E("div",{}),a=E("div",{});n.append(e,s,r,o,a);let l=E("div",{}),c=new Set,u="",h=new Set;function f(){let v=[...c].filter(S=>ht.state.runs.some(R=>R.name===S));if(v.length<2)return l.replaceChildren(E("p",{class:"soft"},ht.state.runs.length>1?"Mark two runs or more to compare them.":""));let A=ht.state.project.test?.[0]||ht.state.project.logs?.[0];return l.replaceChildren(E("div",{class:"row"},ae(`Compare ${v.length} runs`,()=>Xt(i,async()=>l.append(Lm(v,await rn("compare",{name:v.join(",")}))))),A?ae("Overlay their torques",()=>{m0(v),location.hash=`#/logs/${encodeURIComponent(A.file||A)}`}):null))}async function d(){let{runs:v}=ht.state,A=t||v.at(-1)?.name||"",S=JSON.stringify([v,A,ht.state.logs,ht.state.notes]);if(S===u)return;u=S,s.replaceChildren(v.length?Im(A,c,i,f):E("p",{},"No result yet: identify first."),l),f();let R=v.find(b=>b.name===A);if(!R){r.replaceChildren(),a.replaceChildren();return}if(r.replaceChildren(g(R)),R.report&&a.dataset.run!==A){a.dataset.run=A;let b=await Xt(i,()=>wo(`runs/${encodeURIComponent(A)}/report.html`));b&&(a.replaceChildren(b),Ss(a))}}function g(v){let A=`runs/${v.name}`,S=Ke([["","a log …"],...ht.state.logs],"",{"aria-label":"log"}),R=Ke([["","another run …"],...ht.state.runs.map(F=>F.name).filter(F=>F!==v.name)],"",{"aria-label":"other run"}),b=Ke([["urdf","URDF"],["mjcf","MJCF"],["yaml","YAML"],["c","C code"]],"urdf",{"aria-label":"format"}),x=(F,O)=>Xt(i,async()=>{h.add((await Nn(F,{results:[A],...O})).id),m()}),w=F=>Xt(i,async()=>{let O=await Nn("expect",{results:[A],again:!1});p.push([O.id,O.output,F]),m()}),B=(F,O)=>()=>F.value?O(F.value):F.focus(),P={validate:Ms("validate"),payload:Ms("payload")},I=F=>B(S,O=>x(F,{logs:[O],options:P[F].values()}));return E("section",{class:"actions"},E("h2",{},`With ${v.name}`),E("div",{class:"deeds"},E("div",{},E("h3",{},"Use another log"),De("Log",S),["between","slow"].map(P.validate.field),P.validate.others(),E("div",{class:"row"},ae("Validate on this log",I("validate")),ae("Test whether it is as expected",B(S,F=>w(F)))),["frame","known"].map(P.payload.field),P.payload.others(),E("div",{class:"row"},ae("Estimate the payload",I("payload")))),E("div",{},E("h3",{},"Compare with another run"),De("Run",R),E("div",{class:"row"},ae("Compare",B(R,F=>x("diff",{results:[`runs/${F}`,A]}))))),E("div",{},E("h3",{},"Export"),De("Format",b),E("div",{class:"row"},ae("Export",()=>x("export",{options:{format:b.value}})),E("a",{href:Ln(`files/${A}/report.html`),target:"_blank",rel:"noopener"},"Open the report"),E("a",{href:Ln(`files/${A}/report.html?save=1`)},"Save the report"),E("a",{href:Ln(`files/${A}/result.json`)},"result.json")))),v.command?E("p",{class:"soft"},"Created by ",E("code",{},v.command)):null)}let _=new Map,p=[];async function m(){for(let[S,R,b]of p.splice(0)){let x=ht.jobs.find(w=>w.id===S);x?.state==="done"?await Xt(i,async()=>h.add((await Nn("test",{results:[R],logs:[b]})).id)):["running","waiting"].includes(x?.state)?p.push([S,R,b]):x&&h.add(S)}let v=ht.jobs.filter(S=>h.has(S.id)),A=[];for(let S of v)S.state==="done"&&!_.has(S.id)&&await Xt(i,async()=>{_.set(S.id,E("section",{},"reading the answer …"));let{result:R}=await rn(`jobs/${S.id}`);_.get(S.id).replaceChildren(await qc(S,R,wo)),A.push(_.get(S.id))});ts(o,v,S=>_.has(S.id)?[_.get(S.id)]:[]),A.forEach(Ss)}return ht.state&&d(),{state:d,jobs:m}}var jw=["trajectory.csv","trajectory.yaml","lead_in.csv","design.json"];function x0(n,t){let[e,i]=Hn(),s=E("div",{}),r=E("div",{class:"plot"},E("div",{class:"canvas"})),o=E("section",{hidden:!0}),a=E("div",{}),l=(P,I,F={})=>E("input",{value:P,size:8,"aria-label":I,...F}),c=ht.state?.project.limits||{},u=Ms("design"),h=P=>l(["string","number"].includes(typeof c[P])?c[P]:"",P,{placeholder:typeof c[P]=="object"?"as in dynid.yaml":"limit of the file"}),f=h("velocity"),d=h("acceleration"),g=E("div",{class:"picture big"}),_=E("div",{}),p=null,m="",v="",A=null,S=0;function R(){let P={...ht.state.project.limits};for(let[I,F]of[["velocity",f],["acceleration",d]]){let O=F.value.trim();if(O&&!Number.isFinite(Number(O)))throw new Error(`${I}: got '${O}', expected a number, or an empty field for the limits of the file.`);O?P[I]=Number(O):typeof P[I]!="object"&&delete P[I]}return P}let b=ae("Design",()=>Xt(i,async()=>{let P=R();JSON.stringify(P)!==JSON.stringify(ht.state.project.limits||{})&&await Gn({limits:P}),p=(await Nn("design",{options:u.values()})).id}),"primary");n.append(e,E("div",{class:"split"},g,E("div",{class:"side"},E("h2",{},"Design a motion"),E("p",{class:"soft"},"An exciting trajectory for the robot: from rest to rest, within the limits, above the floor, without self-collision."),_,u.field("floor"),De("Velocity",f,"limit for every motor [rad/s, m/s]"),De("Acceleration",d,"limit for every motor [rad/s², m/s²]"),["period","harmonics","search_time"].map(u.field),u.others(),E("div",{class:"row"},b))),s,r,o,a);async function x(){let{motions:P,project:I}=ht.state,F=t||P.at(-1)||"",O=JSON.stringify([P,F]),D=JSON.stringify([I.robot,I.lock,I.actuated,I.base,I.tool]);if(b.disabled=!I.robot,I.robot?D!==v&&(v=D,Pm(g,_,i)):i("First choose a robot."),O===m||(m=O,o.hidden=!P.length,o.replaceChildren(E("h2",{},"Motions"),E("div",{class:"files"},P.map($=>E("div",{class:`file ${$===F?"here":""}`},E("a",{href:`#/motion/${encodeURIComponent($)}`},$),E("span",{class:"row"},"Save:",jw.map(H=>E("a",{href:Ln(`files/motions/${encodeURIComponent($)}/${H}`)},H))))))),!P.includes(F)))return;let G=await Xt(i,()=>wo(`motions/${encodeURIComponent(F)}/motion.html`));G&&(a.replaceChildren(G),Ss(a))}function w(){let P=p?ht.jobs.find(I=>I.id===p):Wc("design",I=>I.state==="running");ts(s,P?[P]:[]),B(P?P.stages.map(I=>I.criterion).filter(Number.isFinite):[])}function B(P){if(r.hidden=P.length<2,r.hidden||P.length===S)return;S=P.length;let I={data:[{x:P.map((F,O)=>O+1),y:P,mode:"lines+markers",name:"best so far"}],layout:{height:170,showlegend:!1,xaxis:{title:{text:"candidates finished"},nticks:Math.min(10,P.length)},yaxis:{title:{text:"criterion"}}}};A?(A.set(I),A.draw()):A=new Rr(r.firstChild,I)}return r.hidden=!0,ht.state&&(x(),w()),{state:x,jobs:w,shows:"design"}}function v0(n){let[t,e]=Hn(),i=E("textarea",{rows:18,spellcheck:"false","aria-label":"dynid.yaml"}),s=E("div",{}),r=null,o=()=>Xt(e,()=>Ze("text",{text:i.value}));n.append(t,E("section",{},E("h2",{},"dynid.yaml"),E("p",{class:"soft"},"Every dynid command in this folder reads this file. It is checked before it is saved."),i,E("div",{class:"row"},ae("Save",o,"primary"),ae("Undo the last change",()=>Xt(e,()=>Ze("undo"))),ae("Redo",()=>Xt(e,()=>Ze("redo"))))),s);function a(){let{text:l,bin:c,robots:u}=ht.state;l!==r&&(r===null||i.value===r)&&(i.value=l),r=l,s.replaceChildren(u.length?E("section",{},E("h2",{},"Robot files"),u.map(h=>E("div",{class:"file"},E("span",{},h),E("span",{class:"soft"},es(h)),ho(h,e)))):"",E("section",{},E("h2",{},"Bin"),c.length?c.map(h=>E("div",{class:"file"},E("span",{},h.replace(/^\d+\//,"")),ae("Restore",()=>Xt(e,()=>Ze("restore",{path:h})),"small"))):E("p",{class:"soft"},"Empty. What you remove, or replace by a file of the same name, is kept here.")))}return ht.state&&a(),{state:a}}var Nf=Math.PI/180,y0=90,Qw=n=>Number(n.toFixed(6));function t1(n,t){let e=typeof n=="string"?{fixed:n==="fixed"}:{...n};return delete e.tilt,t.some(Boolean)?{...e,tilt:t.map(Qw)}:typeof n=="string"?n:Object.keys(e).length?e:null}function S0(n,t){let{project:e}=ht.state,i=s=>Xt(t,()=>Gn(s));return E("details",{class:"standing",open:ht.standing,ontoggle:s=>ht.standing=s.target.open},E("summary",{},"Setup: tool, base tilt, locked joints, motors"),e1(n,i),n1(e,i),i1(n,i),n.loops.length?s1(n,e,i):null)}function e1(n,t){let i=[...n.tool&&!n.frames.includes(n.tool)?[[n.tool,n.tool]]:[],...n.frames.map(r=>[r,r])],s=Ke(n.tool?i:[["","none"],...i],n.tool||"",{"aria-label":"tool",onchange:()=>t({tool:s.value||null})});return De("Tool",s,"shown as the green ball; a designed motion keeps it in the workspace")}function n1(n,t){if(n.base==="floating")return null;let e=typeof n.base=="object"&&n.base?.tilt||[0,0],i=["roll","pitch"].map((s,r)=>{let o=E("output",{},`${(e[r]/Nf).toFixed(0)}°`),a=E("input",{type:"range",min:-y0,max:y0,step:1,value:e[r]/Nf,"aria-label":`${s} of the base`,oninput:()=>{o.textContent=`${a.value}°`},onchange:()=>{let l=e.map((c,u)=>u===r?a.value*Nf:c);return t({base:t1(n.base,l)})}});return E("label",{class:"slider"},E("span",{},s),a,o)});return E("div",{},E("h3",{},"Base rotated about its x, then y axis"),i)}function i1(n,t){let e=Object.entries(n.locked);if(!e.length)return null;let i=s=>Object.fromEntries(e.filter(([r])=>r!==s));return E("div",{},E("h3",{},"Locked"),e.map(([s,r])=>E("span",{class:"chip"},`${s} = ${r} `,ae("Unlock",()=>t({lock:i(s)}),"small"))))}function s1(n,t,e){let i=n.joints.map(s=>[s.name,E("input",{type:"checkbox",checked:s.actuated,"aria-label":`${s.name} has a motor`})]);return E("div",{},E("h3",{},"Joints with a motor"),E("div",{class:"checks"},i.map(([s,r])=>E("label",{},r,s))),E("div",{class:"row"},ae("Set the motors",()=>e({actuated:i.filter(([,s])=>s.checked).map(([s])=>s)}),"small"),t.actuated?ae("As in the file",()=>e({actuated:null}),"small"):null))}var r1=[["arm","A 7-joint arm","friction, encoders, 1 % torque noise; about 10 s"],["delta","A Delta robot","four motors, closed loops, passive joints; about 20 s"],["leg","A leg","hip and knee of a walking robot on a test stand; about 10 s"]],o1=[["Robot","URDF, MJCF or SDF, or a zip or folder with its meshes."],["Logs","CSV, Parquet, MAT, HDF5, ROS bags: positions and torques, or motor currents. Columns and units are guessed."],["Result","Masses, inertias and friction with their uncertainty, validated on a log that was not used; a better robot file."]];function M0(n){let t=ht.state?.builtin||[],e=Ke([["","choose …"],...t],"",{"aria-label":"built-in robot",onchange:()=>e.value&&Xt(n,()=>co(e.value))});return E("section",{class:"welcome",hidden:!0},E("button",{type:"button",class:"drop",onclick:()=>document.querySelector("header input[type=file]").click()},E("b",{},"Drop a robot file and its logs here"),E("span",{},"or click to choose files. They are copied into this folder; nothing leaves this machine.")),E("ol",{},o1.map(([i,s])=>E("li",{},E("b",{},i),E("span",{},s)))),E("h2",{},"Or see it work"),E("div",{class:"examples"},r1.map(([i,s,r])=>E("button",{type:"button",class:"example",onclick:()=>Xt(n,()=>a1(i))},E("b",{},s),E("span",{},r)))),E("div",{class:"pick"},De("Built-in robots",e),E("div",{class:"own"})))}async function a1(n){await Ze("example",{name:n}),ht.example=(await Nn("demo",{name:n})).id}async function b0(n){let t=ht.jobs.find(e=>e.id===ht.example);if(!(!t||t.state!=="done")){if(ht.example=null,t.verb==="identify"){location.hash=`#/runs/${encodeURIComponent(t.output.split("/").pop())}`;return}await Xt(n,async()=>{await Ze("add",{names:[1,2].map(e=>`${t.output}/run${e}.csv`),roles:!0}),location.hash="#/identify",ht.example=(await Nn("identify")).id})}}function w0(n){let[t,e]=Hn(),i=E("div",{class:"side"}),s=E("div",{class:"picture big"},E("canvas",{role:"img","aria-label":"the robot"})),r=E("section",{hidden:!0}),o=M0(e),a=E("div",{},s,E("p",{class:"soft"},"Drag to rotate, scroll to zoom; move the joints with the sliders. Blue: joint axes; red rings: loop closures; green: the tool."));n.append(t,o,E("div",{class:"split"},a,i),r);let l=null,c=null,u=null,h=0,f=null,d=[];async function g(){let{project:P}=ht.state,I=JSON.stringify([P.robot,P.lock,P.actuated,P.base,P.tool,ht.state.robots]);if(I===u)return;u=I,f=null,B(),l=P.robot?await Xt(e,()=>rn("robot")):null;let F=p();if(i.hidden=!P.robot,P.robot||o.querySelector(".own").replaceChildren(...ht.state.robots.length?[F]:[]),i.replaceChildren(...P.robot?[F]:[],...l?[v(),A(),S0(l,e)]:P.robot?[m()]:[]),a.hidden=!l?.scene,o.hidden=!!P.robot,l?.scene_error&&e(l.scene_error),!l?.scene)return;s.replaceChildren(E("canvas",{role:"img","aria-label":"the robot"})),c=new Xs(s,l.scene,l.scene.names),c.show(l.scene.points[0],_(l.scene.poses)),f=(await Xt(e,()=>Nn("check",{options:{quick:!0},again:!1})))?.id,B()}let _=P=>Object.fromEntries(Object.entries(P).map(([I,F])=>[I,F[0]]));function p(){let P=ht.state.robots.map(O=>[O,O]),I=ht.state.builtin.map(O=>[O,`built-in: ${O}`]),F=Ke([["","choose …"],...P,...I],ht.state.project.robot||"",{"aria-label":"robot",id:"robot"});return F.addEventListener("change",()=>F.value&&Xt(e,()=>co(F.value)).then(O=>{O===null&&(F.value=ht.state.project.robot||"")})),De("Robot",F,"or drop a URDF or MJCF file, or a zip with meshes, anywhere on this page")}let m=()=>E("p",{},ae("Reset locks and motors",()=>Xt(e,()=>Gn({lock:null,actuated:null,base:null,tool:null}))));function v(){let P=l.actuated.length,I=l.loops.length;return E("div",{},E("h2",{},l.name),E("p",{class:"soft"},l.description),E("p",{},`${l.bodies.length} bodies, ${l.joints.length} joints, ${P} with a motor, ${I?`${I} loops`:"no loops"}`))}function A(){d=[...l.home];let P=E("p",{class:"soft passive"}),I=l.actuated.map((O,D)=>{let G=l.joints.find(Z=>Z.name===O),$=E("output",{},S(d[D],G.unit)),H=E("input",{type:"range",min:G.lower,max:G.upper,step:(G.upper-G.lower)/1e3,value:d[D],"aria-label":O,oninput:()=>{d[D]=Number(H.value),$.textContent=S(d[D],G.unit),x(P)}}),dt=ht.state.project.robot&&!l.loops.length?ae("Lock",()=>Xt(e,()=>Gn({lock:{...l.locked,[O]:Number(d[D].toFixed(6))}})),"small"):null;return E("div",{class:"slider"},E("span",{title:O},O),H,$,dt)}),F=ae("Home",()=>{u=null,g()},"small");return E("div",{class:"sliders"},E("h3",{},"Joints ",F),I,P)}let S=(P,I)=>I==="m"?`${P.toFixed(3)} m`:`${(180/Math.PI*P).toFixed(1)}°`,R=!1,b=!1;async function x(P){if(R){b=!0;return}R=!0;let I=++h;try{let F=await Qi("pose",{q:d});I===h&&(c.show(F.points[0],_(F.poses)),e("")),P.textContent=l.joints.map((O,D)=>O.actuated?"":`${O.name} ${S(F.coordinates[0][D],O.unit)}`).filter(Boolean).slice(0,24).join(", ")}catch(F){e(F.message)}R=!1,b&&(b=!1,x(P))}let w="";async function B(){let P=f?ht.jobs.find(D=>D.id===f):null,I=P?`${P.id} ${P.state}`:"";if(I===w)return;if(w=I,r.hidden=!P||!ht.state?.project.robot,r.hidden)return r.replaceChildren();let F=[E("h2",{},"Check of the robot file")];if(["running","waiting"].includes(P.state))return r.replaceChildren(...F,E("p",{class:"soft"},"checking …"));let{result:O}=await rn(`jobs/${P.id}`).catch(()=>({}));r.replaceChildren(...F,O?Xc(O.findings):lo(P),E("p",{class:"soft"},"Same command in the shell: ",E("code",{},P.command)))}return ht.state&&g(),{state:()=>g(),jobs:B}}var Df={sim2real:["Simulator","Armature, friction, delay and gains of a simulator's motors, from logs of position commands and positions (columns q_, qcmd_); no torques needed.","Identify the simulator","log of commands and positions"],calibrate:["Geometry","Lengths, joint axes and encoder zeros from measured poses: a table of joint positions (q_) and of what a tracker, camera or gauge measured.","Calibrate","table of measured poses"]};function E0(n){let[t,e]=Hn(),i=E("div",{}),s=E("div",{class:"deeds"});n.append(t,s,i);let r=new Set(ht.jobs.filter(h=>h.verb in Df).map(h=>h.id)),o=new Map,a="";function l(h){let[f,d,g,_]=Df[h],p=Ms(h),m=R=>Ke([["","choose …"],...ht.state.logs],"",{"aria-label":R}),v=m(_),A=m(`held-out ${_}`),S=()=>Xt(e,async()=>{if(!v.value)throw new Error(`${f}: choose the ${_}, or drop it on this page.`);let R={logs:[v.value],test:A.value?[A.value]:[],options:p.values()};r.add((await Nn(h,R)).id),u()});return E("section",{},E("h2",{},f),E("p",{class:"soft"},d),De(_,v),De("held-out",A,"to check the result on"),p.others(),E("div",{class:"row"},ae(g,S,"primary")))}function c(){let h=JSON.stringify([ht.state.logs,ht.state.project.robot]);h!==a&&(a=h,s.replaceChildren(...ht.state.project.robot?Object.keys(Df).map(l):[E("section",{},E("p",{},"Choose a robot first."))]))}async function u(){let h=ht.jobs.filter(d=>r.has(d.id)),f=[];for(let d of h)d.state==="done"&&!o.has(d.id)&&await Xt(e,async()=>{o.set(d.id,E("section",{},"reading the answer …"));let{result:g}=await rn(`jobs/${d.id}`);o.get(d.id).replaceChildren(await qc(d,g,wo)),f.push(o.get(d.id))});ts(i,h,d=>o.has(d.id)?[o.get(d.id)]:[]),f.forEach(Ss)}return ht.state&&(c(),u()),{state:c,jobs:u}}var Uf={robot:["Robot",w0],logs:["Logs",g0],motion:["Motion",x0],identify:["Identify",Am],runs:["Runs",_0],tools:["Tools",E0],project:["Project",v0]},l1=/\.(urdf|xml|mjcf|sdf|xacro)$/i;async function T0(n){xm(n);let[t,e]=Hn(),i=document.querySelector("main"),s=E("nav",{class:"tabs","aria-label":"pages"}),r=E("div",{class:"view"}),o=E("div",{class:"work"}),a=E("p",{class:"message",hidden:!0},"The studio does not answer. The results are saved in its folder; start it again with 'dynid studio'."),l=E("input",{type:"file",multiple:!0,hidden:!0,"aria-label":"files",onchange:()=>S([...l.files])}),c=E("p",{class:"told",role:"status"}),u=E("button",{type:"button",class:"undo",onclick:()=>v("undo")},"Undo"),h=E("header",{},E("h1",{},"dynid ",E("span",{},"studio")),s,u,E("button",{type:"button",class:"primary",onclick:()=>l.click()},"Add files"),l);i.replaceChildren(h,a,c,t,r,o);let f="",d=null,g=()=>location.hash.match(/^#\/(\w+)/)?.[1]in Uf?location.hash.match(/^#\/(\w+)/)[1]:"robot";function _(){let R=g(),b=`${R} ${ht.state?.logs.length} ${ht.state?.runs.length}`;s.dataset.mark!==b&&s.replaceChildren(...Object.entries(Uf).map(([w,[B]])=>E("a",{href:`#/${w}`,class:w===R?"here":"","aria-current":w===R?"page":null},B,p(w)))),s.dataset.mark=b;let x=decodeURIComponent(location.hash.split("/")[2]||"");f===location.hash&&d||(f=location.hash,r.replaceChildren(),d=Uf[R][1](r,x)||{})}function p(R){let b={logs:ht.state?.logs.length,runs:ht.state?.runs.length}[R];return b?E("small",{},String(b)):null}async function m(R,b=!1){try{return(await vm(R,b)).files}catch(x){if(x.exists&&!b&&confirm(`${R.name} exists already. Replace it?`))return m(R,!0);throw x}}let v=R=>Xt(e,async()=>A(await Ze(R))),A=R=>{c.textContent=R,clearTimeout(A.timer),A.timer=setTimeout(()=>c.replaceChildren(),6e3)};async function S(R){l.value="";let b=[];await Xt(e,async()=>{let x=[];for(let P of R){e(`${P.name}: copying into the folder …`);try{x.push(...await m(P))}catch(I){b.push(I.message)}}e(""),await wa();let w=x.filter(P=>l1.test(P)),B=x.filter(P=>ht.state.logs.includes(P));if(w.length)try{await co(w[0]),location.hash=`#/robot/${Date.now()}`}catch(P){b.push(P.message)}B.length&&ht.state.project.robot&&(b.push(...await Ze("add",{names:B,roles:!0})),w.length||(location.hash=`#/logs/${encodeURIComponent(B[0])}`))}),b.length&&e(b.join(`
`))}addEventListener("dragover",R=>{R.preventDefault(),document.body.classList.add("dropping")}),addEventListener("dragleave",R=>{R.relatedTarget||document.body.classList.remove("dropping")}),addEventListener("drop",R=>{R.preventDefault(),document.body.classList.remove("dropping"),S([...R.dataTransfer.files])}),addEventListener("hashchange",_),addEventListener("keydown",R=>{if(!(R.ctrlKey||R.metaKey)||R.target.matches("input:not([type=range], [type=checkbox]), textarea, select"))return;let b=R.key.toLowerCase(),x=b==="y"||b==="z"&&R.shiftKey?"redo":b==="z"?"undo":"";x&&(R.preventDefault(),v(x))}),ym(R=>{if(R==="lost"||R==="found"){a.hidden=R==="found";return}if(R==="state"){let{undo:b}=ht.state.history;u.disabled=!b,u.title=b?`Undo: ${b} (Ctrl-Z)`:"Nothing to undo",_(),d?.state?.()}d?.jobs?.(),b0(e),ts(o,ht.jobs.filter(b=>["running","waiting"].includes(b.state)&&!b.options.quick&&d?.shows!==b.verb))}),await Xt(e,async()=>{ht.options=await rn("options"),await wa()}),document.title=`${ht.state?.folder.split("/").pop()||"dynid"}: dynid studio`,_(),Sm()}gm();document.body.dataset.studio?T0(document.body.dataset.studio):Ss(document);})();
