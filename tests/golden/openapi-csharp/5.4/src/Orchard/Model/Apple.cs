using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    [DataContract(Name = "Apple")]
    public partial class Apple : IEquatable<Apple>
    {
        [DataMember(Name = "kind", IsRequired = true)]
        public string Kind { get; set; }

        [DataMember(Name = "sour")]
        public bool Sour { get; set; }
    }
}
